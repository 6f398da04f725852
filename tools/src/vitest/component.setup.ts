import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startComponentServer } from './component-server.ts'

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
