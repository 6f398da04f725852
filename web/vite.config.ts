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
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared') ? 'shared' : name}-[hash].js`,
        // What changes with a dependency is kept apart from what changes with every release, so that it stays cached;
        // and what only some screens need is kept out of the first load.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie-es)[\\/]/,
              priority: 3,
            },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/, priority: 2 },
            { name: 'overlay', test: /node_modules[\\/](@base-ui|@floating-ui|tabbable|reselect)[\\/]/, priority: 1 },
            // What several screens share comes in a few files instead of dozens, split by who needs it; but for what stands
            // on the overlays, which must not come along with a screen.
            {
              name: 'shared',
              test: /[\\/](web|contract)[\\/]src[\\/](?!.*(dialog|menu|picker))|node_modules[\\/](lucide-react|virtua)[\\/]/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 20_000,
            },
          ],
        },
      },
    },
  },
})
