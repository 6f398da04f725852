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
    // No inlined pictures: a data: URL would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few files: over HTTP/1.1 a browser fetches six at a time, and each costs a round trip. Dependencies are
        // separate from our code, so that they stay cached across releases. Code of only some screens is not in the
        // first load.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 5 },
            { name: 'libraries', test: /node_modules[\\/](react-router|cookie-es|@tanstack)[\\/]/, priority: 4 },
            { name: 'overlay', test: /node_modules[\\/](@base-ui|@floating-ui|tabbable|reselect)[\\/]/, priority: 3 },
            // The initial code of every page. Without this group it would be merged with code that only screens share.
            // The entry is excluded: index.html has to name it.
            {
              name: 'app',
              test: /[\\/](web|contract)[\\/]src[\\/](?!app[\\/]main)|node_modules[\\/]lucide-react[\\/]/,
              tags: ['$initial'],
              priority: 2,
            },
            // Code that several screens share, for the login, Home or a post. Overlays, and what menus and live events share
            // with the settings, are excluded: they must not be loaded with a screen. So is what the pages of hashtags and
            // of push messages share, the code of search, what this device keeps, the outbox, what writes and uploads, and
            // what changes a feed that is shown. What only the settings, the ways to sign in and moderation share is in the next
            // group.
            {
              name: 'shared',
              test: /[\\/](web|contract)[\\/]src[\\/](?!.*(dialog|menu|picker|safety|push|search|outbox|sending|writes|upload\.ts|upload-whole|tags[\\/]|data[\\/]offline|feed-(gaps|fill|position)|data[\\/]toggles[\\/]|features[\\/](account[\\/](?!new-password)|reports|sign-in[\\/])|public-page|notifications[\\/]kinds|form[\\/](switch|radio)|data[\\/](account|reports|sign-in[\\/])))|node_modules[\\/](lucide-react|virtua)[\\/]/,
              priority: 1,
              minShareCount: 2,
            },
            {
              name: 'settings',
              test: /[\\/]src[\\/](features[\\/](account[\\/](?!new-password)|reports|sign-in[\\/])|data[\\/](account|reports|sign-in[\\/]))(?!.*(dialog|menu))|public-page|notifications[\\/]kinds|form[\\/](switch|radio)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})
