import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServerProcess } from '@quack/testing/server-process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestLocation, ENGINE, type TestLocation } from '../test/database.ts'
import { claimDirectory } from './data-directory.ts'

const WARNING = 'another Quack server uses this DATA_DIR'

describe('two servers with the same DATA_DIR', () => {
  let directory: string
  let database: TestLocation
  let started: ServerProcess[]

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'quack-claim-'))
    database = await createTestLocation(directory)
    started = []
  })
  afterEach(async () => {
    for (const server of started) {
      server.child.kill('SIGKILL')
      await server.ended
    }
    await database.drop()
    await rm(directory, { recursive: true, force: true })
  })

  async function start() {
    const server = startServerProcess({ DEMO: 'off', LOG_LEVEL: 'warn', ...database.env })
    started.push(server)
    await server.ready
    return {
      /** Kills the process, and returns its output. */
      async kill(): Promise<string> {
        server.child.kill('SIGKILL')
        return (await server.ended).output
      },
    }
  }

  test('are detected on SQLite, where only one may run; on PostgreSQL nodes share it', async () => {
    const first = await start()
    const second = await start()
    const warning = ENGINE === 'sqlite' ? expect.stringContaining(WARNING) : expect.not.stringContaining(WARNING)
    expect(await second.kill()).toEqual(warning)
    expect(await first.kill()).not.toContain(WARNING)
  })

  test('are not reported if the first one was killed', async () => {
    const first = await start()
    await first.kill()
    const second = await start()
    expect(await second.kill()).not.toContain(WARNING)
  })

  test('are detected if the second one has outlived the first', async () => {
    const first = claimDirectory(directory)
    const second = claimDirectory(directory, 1)
    expect([first.isShared, second.isShared]).toEqual([false, true])
    first.release()
    await expect
      .poll(() => {
        const third = claimDirectory(directory)
        third.release()
        return third.isShared
      })
      .toBe(true)
    second.release()
    const last = claimDirectory(directory)
    expect(last.isShared).toBe(false)
    last.release()
    expect(await readdir(directory)).toEqual(['server.lock'])
  })
})
