import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const ENTRY = fileURLToPath(new URL('media-worker.ts', import.meta.url))

describe('the process that decodes media', () => {
  const start = (): ChildProcess => fork(ENTRY, { execArgv: [] })

  /** The signal that ended the worker after its server was gone. */
  async function leave(worker: ChildProcess): Promise<unknown> {
    const exit = once(worker, 'exit')
    worker.disconnect()
    const [, signal] = await exit
    return signal
  }

  test('ends when its server is gone, without the shutdown of Node, which can hang', async () => {
    const worker = start()
    worker.send({ job: 'none', input: {} })
    await once(worker, 'message')
    expect(await leave(worker)).toBe('SIGKILL')
  })

  test('ends if its server is gone before it has loaded', async () => {
    expect(await leave(start())).toBe('SIGKILL')
  })
})
