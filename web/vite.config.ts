import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { afterBuild } from './build/after-build.ts'
import { startScript } from './build/start-script.ts'

const api = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react(), tailwindcss(), startScript(), afterBuild()],
  server: { proxy: { '/api': api, '/media': api } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Pictures become files of their own: a data: address would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few files, because over HTTP/1.1 a browser fetches six at a time and each costs a round trip. What changes with
        // a dependency is kept apart from what changes with every release, so that it stays cached; and what only some
        // screens need is kept out of the first load.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
            { name: 'libraries', test: /node_modules[\\/](react-router|cookie-es|@tanstack)[\\/]/, priority: 3 },
            { name: 'overlay', test: /node_modules[\\/](@base-ui|@floating-ui|tabbable|reselect)[\\/]/, priority: 2 },
            // What every page starts with. Without a group of its own it would be put together with what only screens
            // share. The entry itself stays out: index.html has to name it.
            {
              name: 'app',
              test: /[\\/](web|contract)[\\/]src[\\/](?!app[\\/]main)|node_modules[\\/]lucide-react[\\/]/,
              tags: ['$initial'],
              priority: 1,
            },
            // What several screens share; but for what stands on the overlays, which must not come along with a screen.
            {
              name: 'shared',
              test: /[\\/](web|contract)[\\/]src[\\/](?!.*(dialog|menu|picker))|node_modules[\\/](lucide-react|virtua)[\\/]/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})
