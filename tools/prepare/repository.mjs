import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const MODULES = join(ROOT, 'node_modules')

export function say(line) {
  console.log(`quack: ${line}`)
}

export function stop(line) {
  console.error(`quack: ${line}`)
  process.exit(1)
}
