import { readdir } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { ENGINE } from '../../test/database.ts'
import { test } from '../../test/process-fixtures.ts'
import { claimDirectory } from './data-directory.ts'

const WARNING = 'another Quack server uses this DATA_DIR'

describe('two servers with the same DATA_DIR', () => {
  test('are detected on SQLite, where only one may run; on PostgreSQL nodes share it', async ({ directory, start }) => {
    // What another server does. data-directory.long.test.ts kills one.
    const first = claimDirectory(directory)
    const second = start({ LOG_LEVEL: 'warn' })
    await second.ready
    second.child.kill('SIGTERM')
    const { output } = await second.ended
    first.release()
    const warning = ENGINE === 'sqlite' ? expect.stringContaining(WARNING) : expect.not.stringContaining(WARNING)
    expect(output).toEqual(warning)
  })

  test('are not reported if the first one has ended', ({ directory }) => {
    const first = claimDirectory(directory)
    first.release()
    const second = claimDirectory(directory)
    expect([first.isShared, second.isShared]).toEqual([false, false])
    second.release()
  })

  test('are detected if the second one has outlived the first', async ({ directory }) => {
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
