import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '@quack/testing/run'
import { type ServerProcess, startServerProcess } from '@quack/testing/server-process'
import type { TestProject } from 'vitest/node'

/** Starts the server that all component tests share. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'quack-component-'))
  const server = startComponentServer(directory, { PORT: String(project.getProvidedContext().componentServerPort) })
  await server.ready
  return async () => {
    if (server.child.exitCode === null) {
      server.child.kill('SIGTERM')
      await once(server.child, 'close')
    }
    rmSync(directory, { recursive: true, force: true })
  }
}

const CHEAP_PASSWORDS = pathToFileURL(join(ROOT, 'server', 'test', 'cheap-passwords.mjs')).href
const MOVED_CLOCK = pathToFileURL(join(ROOT, 'e2e', 'support', 'moved-clock.mjs')).href

/** The environment of a server whose clock is ahead by the milliseconds in a file. */
export const withClock = (file: string) => ({
  NODE_OPTIONS: `--import=${CHEAP_PASSWORDS} --import=${MOVED_CLOCK}`,
  CLOCK_FILE: file,
})

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
