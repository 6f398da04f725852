import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '@quack/testing/run'
import { startServerProcess } from '@quack/testing/server-process'
import type { TestProject } from 'vitest/node'

const CHEAP_PASSWORDS = pathToFileURL(join(ROOT, 'server', 'test', 'cheap-passwords.mjs')).href

/** Starts the server that all component tests share: on SQLite, and without the demo. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'quack-component-'))
  const server = startServerProcess({
    DATA_DIR: directory,
    PORT: String(project.getProvidedContext().componentServerPort),
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import=${CHEAP_PASSWORDS}`,
  })
  await server.ready
  return async () => {
    if (server.child.exitCode === null) {
      server.child.kill('SIGTERM')
      await once(server.child, 'close')
    }
    rmSync(directory, { recursive: true, force: true })
  }
}
