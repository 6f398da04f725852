import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Plain JavaScript, because it comes before the cache of what TypeScript is stripped to: with it the server is ready a
// quarter sooner and takes 20 MB less, from the second start on. Where the directory can't be written, it starts without.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/quack', import.meta.url)))

await import('./src/main.ts')
