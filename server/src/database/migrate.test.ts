import { GUEST } from '@quack/contract/demo'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../test/fixtures.ts'
import { signUp } from '../../test/members.ts'

test.for([
  { what: 'that the demo filled', isFilled: true, email: 'guest@example.com', shared: [GUEST.username] },
  { what: 'whose guest account was deleted, and its name taken', isFilled: true, email: 'a@example.com', shared: [] },
  { what: 'without the demo', isFilled: false, email: 'guest@example.com', shared: [] },
])('an installation of an older release, $what, finds the account that guests share', async (old, { ownApp: app }) => {
  await signUp(app)
  await signUp(app, { username: GUEST.username, email: old.email })
  // Restores the tables of the previous release.
  const before = await app.database.reopen(async () => undefined)
  await before.write(async (transaction) => {
    await sql`alter table members drop column is_shared`.execute(transaction)
    await sql`delete from migrations where name = '007-shared-account'`.execute(transaction)
    if (old.isFilled) await transaction.insertInto('settings').values({ key: 'demo-filled', value: 'then' }).execute()
  })
  await before.close()
  const db = await app.database.reopen()
  const shared = await db.read.selectFrom('members').select('username').where('is_shared', '=', 1).execute()
  expect(shared.map(({ username }) => username)).toEqual(old.shared)
  await db.close()
})
