import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../../test/answers.ts'
import { startTestApp } from '../../../../test/app.ts'
import { test } from '../../../../test/fixtures.ts'
import { appoint, signUp, signUpGuest, type TestMember } from '../../../../test/members.ts'
import { refusal } from '../../../../test/refusals.ts'
import type { MemberId } from '../../../database/schema.ts'

const SET = 'POST /api/moderation/members/:id/role'
const DELETE = 'POST /api/account/delete'

const setRole = (actor: TestMember, member: TestMember, role: 'owner' | 'moderator' | null) =>
  actor.call(SET, { params: { id: member._id }, body: { role } })
const refuseRole = (actor: TestMember, member: { _id: string }, role: 'owner' | 'moderator' | null) =>
  actor.refuse(SET, { params: { id: member._id }, body: { role } })
const own = async (member: TestMember) =>
  (await member.call('GET /api/users/:username', { params: { username: member.username } })).user

describe('an installation without roles', () => {
  test('has no calls for the staff, no rules and no reports', async () => {
    const app = await startTestApp()
    const [ann, bob] = [await signUp(app), await signUp(app)]
    expect(await ann.refuse('GET /api/moderation/reports')).toEqual(refusal('pathUnknown'))
    expect(await app.visitor.refuse('GET /api/about')).toEqual(refusal('pathUnknown'))
    const body = { kind: 'member' as const, id: bob._id, rule: 'spam' }
    expect(await ann.refuse('POST /api/reports', { body })).toEqual(refusal('pathUnknown'))
    expect((await app.visitor.call('GET /api/meta')).moderated).toBe(false)
    expect(await own(ann)).not.toHaveProperty('role')
    await app.close()
  })
})

describe('a role', () => {
  test('is shown to the member alone', async ({ app, ann, moderator }) => {
    expect((await own(moderator)).role).toBe('moderator')
    for (const reader of [ann, app.visitor]) {
      const params = { username: moderator.username }
      expect((await reader.call('GET /api/users/:username', { params })).user).not.toHaveProperty('role')
    }
    expect((await app.visitor.call('GET /api/meta')).moderated).toBe(true)
  })

  test('is given and taken away by an owner, and counts at once', async ({ owner, ann }) => {
    await setRole(owner, ann, 'moderator')
    expect((await ann.call('GET /api/moderation/reports')).reports).toEqual([])
    await setRole(owner, ann, null)
    expect(await ann.refuse('GET /api/moderation/reports')).toEqual(refusal('pathUnknown'))
    expect(await own(ann)).not.toHaveProperty('role')
  })

  test('is not given by a session that was confirmed too long ago', async ({ app, owner, ann }) => {
    await app.db.write((transaction) =>
      transaction
        .updateTable('sessions')
        .set({ confirmed_at: 0 })
        .where('member_id', '=', Number(owner._id) as MemberId)
        .execute(),
    )
    expect(await refuseRole(owner, ann, 'moderator')).toEqual(refusal('confirmationNeeded'))
    await owner.call('POST /api/account/confirm', { body: { password: PASSWORD } })
    await setRole(owner, ann, 'moderator')
  })

  test('cannot be given by a moderator', async ({ moderator, ann }) => {
    expect(await refuseRole(moderator, ann, 'moderator')).toEqual(refusal('ownerOnly'))
    expect(await refuseRole(moderator, moderator, 'owner')).toEqual(refusal('ownerOnly'))
  })

  test('of an owner is not changed by another owner', async ({ app, member, owner }) => {
    const other = await appoint(app, await member('owner'), 'owner')
    expect(await refuseRole(owner, other, null)).toEqual(refusal('roleTooLow'))
    expect((await own(other)).role).toBe('owner')
    // But an owner may step down.
    await setRole(other, other, 'moderator')
    expect((await own(other)).role).toBe('moderator')
  })

  test('needs a member who exists, and not one whom many share', async ({ app, owner }) => {
    for (const _id of ['1', 'nobody']) expect(await refuseRole(owner, { _id }, null)).toEqual(refusal('memberUnknown'))
    expect(await refuseRole(owner, await signUpGuest(app), 'moderator')).toEqual(refusal('guestFixed'))
  })

  test('cannot be set by an extra field of the sign-up', async ({ app }) => {
    const eve = await signUp(app, { role: 'owner', unreadDecisions: 7 })
    expect(eve.record).not.toHaveProperty('role')
    expect(eve.record).not.toHaveProperty('unreadDecisions')
  })
})

describe('the last owner', () => {
  test('cannot step down or delete the account', async () => {
    const app = await startTestApp()
    const owner = await appoint(app, await signUp(app), 'owner')
    expect(await refuseRole(owner, owner, 'moderator')).toEqual(refusal('lastOwner'))
    const leave = { body: { password: PASSWORD } }
    expect(await owner.refuse(DELETE, leave)).toEqual(refusal('lastOwner'))
    expect((await own(owner)).role).toBe('owner')
    await setRole(owner, await signUp(app), 'owner')
    await owner.call(DELETE, leave)
    await app.close()
  })
})
