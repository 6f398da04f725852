import { type ServerProcess, startServerProcess } from '@quack/testing/server-process'
import { createTestLocation } from './database.ts'
import { test as base } from './fixtures.ts'

/** Each test has its own installation. The server processes that it starts end with it. */
export const test = base
  .extend('installation', async ({ directory }, { onCleanup }) => {
    const location = await createTestLocation(directory)
    onCleanup(() => location.drop())
    return location
  })
  .extend('start', async ({ installation }, { onCleanup }) => {
    const started: ServerProcess[] = []
    onCleanup(async () => {
      for (const { child, ended } of started) {
        child.kill('SIGKILL')
        await ended
      }
    })
    return (env: Record<string, string> = {}): ServerProcess => {
      const server = startServerProcess({ DEMO: 'off', ...installation.env, ...env })
      started.push(server)
      return server
    }
  })

export const signUpAt = (address: string, username: string): Promise<Response> =>
  fetch(`${address}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, firstName: 'A', lastName: 'B', email: 'a@example.com', password: '12345678' }),
  })

/** Resolves when the process has printed this text. */
export function untilPrinted(server: ServerProcess, text: string): Promise<void> {
  return new Promise((resolve) => {
    let printed = ''
    const look = (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes(text)) resolve()
    }
    server.child.stdout?.on('data', look)
  })
}
