import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '@quack/testing/run'
import { type ServerProcess, startServerProcess } from '@quack/testing/server-process'

const CHEAP_PASSWORDS = pathToFileURL(join(ROOT, 'server', 'test', 'cheap-passwords.mjs')).href

/** A server for component tests: on SQLite, and without the demo. @param env added to its environment */
export function startComponentServer(directory: string, env: Readonly<Record<string, string>> = {}): ServerProcess {
  return startServerProcess({
    DATA_DIR: directory,
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import=${CHEAP_PASSWORDS}`,
    ...env,
  })
}
