import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { ENVIRONMENT, FLAGS } from './node-settings.js'

// Node takes its settings at its start alone: it begins once more, as the same process, with those it should have. That
// takes some 20 ms. Where the system has no such call (Windows), it goes on without.
const isSet = FLAGS.every((flag) => process.execArgv.includes(flag))
if (!isSet && process.platform !== 'win32' && process.execve) {
  const [node, ...rest] = process.argv
  process.execve(process.execPath, [node, ...FLAGS, ...process.execArgv, ...rest], { ...ENVIRONMENT, ...process.env })
}

// Plain JavaScript, because it comes before the cache of what TypeScript is stripped to: with it the server is ready
// sooner and takes less memory, from the second start on. Where the directory can't be written, it starts without.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/quack', import.meta.url)))

await import('./src/main.ts')
