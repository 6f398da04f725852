import { expect } from 'vitest'
import { test } from '../../../../test/fixtures.ts'
import { appoint, signUp, type TestMember } from '../../../../test/members.ts'
import { isWriteWaiting } from '../../../../test/waiting-writes.ts'
import type { MemberId } from '../../../database/schema.ts'
import { updateRole } from './roles.queries.ts'
import { requireOtherOwner, setRole } from './roles.service.ts'

const idOf = ({ _id }: TestMember) => Number(_id) as MemberId

test('of two owners who step down at the same instant, one stays', async ({ ownApp: app }) => {
  const { db } = app.dependencies
  const [ann, bob] = [await appoint(app, await signUp(app), 'owner'), await appoint(app, await signUp(app), 'owner')]
  let stepping: Promise<string> | null = null
  let isOver = false
  await db.write(async (transaction) => {
    await requireOtherOwner(transaction, idOf(ann))
    await updateRole(transaction, idOf(ann), null)
    stepping = setRole(db, { id: idOf(bob), role: 'owner' }, idOf(bob), null)
      .then(
        () => 'stepped down',
        (error) => error.code,
      )
      .finally(() => {
        isOver = true
      })
    await expect.poll(async () => isOver || (await isWriteWaiting(db))).toBe(true)
  })
  expect(await stepping).toBe('lastOwner')
})
