import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { afterBuild } from './build/after-build.ts'
import { messages } from './build/messages.ts'
import { MEMBERS, OPEN_MODULES } from './build/preloads.ts'
import { findReach } from './build/reach.ts'
import { startScript } from './build/start-script.ts'

const api = 'http://127.0.0.1:3000'
const reach = findReach({ open: OPEN_MODULES, members: [MEMBERS] })
const ICONS = /[\\/]lucide-react[\\/]/

/**
 * Code that may be in a file that several screens share. Overlays, and what menus and live events share with the
 * settings, are excluded: they must not be loaded with a screen. So is what the pages of hashtags and of push messages
 * share, the code of search, what this device keeps, the outbox, what writes and uploads, what changes a feed that is
 * shown, the texts of notifications, and keys. What only the settings, the page of security and moderation share is in
 * a group of its own.
 */
const SHARED =
  /[\\/](web|contract)[\\/]src[\\/](?!.*(dialog|menu|picker|safety|follow-requests|push|search|notification-text|outbox[\\/](?!flag|pending|shown-taps)|sending|uploads[\\/](?!upload-options)|notification-settings|lazy-picture|use-pages|use-debounced|rules[\\/]avatars|tags[\\/]|data[\\/]offline[\\/](?!outbox-entry)|data[\\/]feed[\\/](gaps|fill|membership|position)|feed[\\/]reading[\\/]|features[\\/](account[\\/](?!new-password)|reports|security[\\/])|features[\\/]keys|viewer-keys|public-page|notifications[\\/]kinds|form[\\/](switch|radio)|data[\\/](account[\\/]account|moderation[\\/]reports|security[\\/])))|node_modules[\\/](lucide-react|virtua)[\\/]/

/**
 * What the entry and some screen need, and what the pages for everybody share. What only the entry needs is in its own
 * file, but not what has icons: screens may have the same ones, and the entry would load the file of these screens.
 */
function isOfEveryPage(id: string): boolean {
  if (ICONS.test(id)) return false
  if (reach.isInitial(id)) return reach.countOf(id) > 0 || reach.hasIcons(id)
  return reach.isOf('open', id) && reach.countOf(id) > 1 && SHARED.test(id)
}

function isOfOpenPages(id: string): boolean {
  return !ICONS.test(id) && reach.isOf('open', id)
}

function isOfMembers(id: string): boolean {
  return !ICONS.test(id) && reach.isOf('members', id)
}

export default defineConfig({
  plugins: [messages(), react(), tailwindcss(), reach.plugin, startScript(), afterBuild()],
  server: { proxy: { '/api': api, '/media': api } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Nothing is inlined: the content security policy allows data: URLs for pictures alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // By their names, the service worker tells catalogues of languages apart (build/after-build.ts).
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${facadeModuleId?.endsWith('.po') ? 'translation-' : ''}[name]-[hash].js`,
        // Few files: over HTTP/1.1 a browser fetches six at a time, each costs a round trip, and the largest is the
        // last to arrive. Code of only some screens is not in the first load.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 5 },
            { name: 'overlay', test: /node_modules[\\/](@base-ui|@floating-ui|tabbable|reselect)[\\/]/, priority: 4 },
            { name: 'app', test: isOfEveryPage, priority: 3 },
            // What the login does not load, but other pages for everybody share with settings.
            { name: 'open', test: isOfOpenPages, priority: 2, minShareCount: 2 },
            // Other screens of members take from it what they share with these: it is loaded by then.
            { name: 'member-screens', test: isOfMembers, priority: 2 },
            // What only other screens of members share.
            { name: 'shared', test: SHARED, priority: 1, minShareCount: 2 },
            {
              name: 'settings',
              test: /[\\/]src[\\/](features[\\/](account[\\/](?!new-password)|reports|security[\\/])|data[\\/](account[\\/]account|moderation[\\/]reports|security[\\/]))(?!.*(dialog|menu))|public-page|notifications[\\/]kinds|form[\\/](switch|radio)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})
