import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { test } from '../../../test/sqlite-file.ts'
import { createRowTriggers } from './invalidations.ts'

test('an update runs only the triggers of its columns', async ({ db, file }) => {
  await db.catchUp()
  const connection = new DatabaseSync(file)
  createRowTriggers(connection, () => undefined)
  const programs = (statement: string) => {
    const steps = connection.prepare(`explain ${statement}`).all()
    return steps.filter(({ opcode }) => opcode === 'Program').length
  }
  // Of the post, its ranking and that of its reposts; of the likes beside its hashtags, and of their ranking.
  expect(programs('update posts set like_count = 1 where id = 1')).toBe(5)
  expect(programs('update posts set comment_count = 1 where id = 1')).toBe(1)
  expect(programs('update members set followers_count = 1 where id = 1')).toBe(1)
  connection.close()
})
