import type { Action } from '@quack/contract'
import { describe, expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import { appoint, signUp, type TestMember, writePost } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'

const DECIDE = 'POST /api/moderation/decisions'
const END = 'POST /api/moderation/members/:id/unlimit'
const APPEAL = 'POST /api/decisions/:decisionId/appeal'
const ANSWER = 'POST /api/moderation/appeals/:decisionId'

const test = base
  .extend('staff', { scope: 'file', auto: true }, async ({ app }) => appoint(app, await signUp(app), 'moderator'))
  .extend('reporter', { scope: 'file' }, ({ app }) => signUp(app))
  .extend('bodyOf', ({ reporter }) => {
    return async (kind: 'member' | 'post' | 'comment', id: string, actions: Action[] = ['limit']) => {
      const { report } = await reporter.call('POST /api/reports', { body: { kind, id, rule: 'spam' } })
      return { reports: [report._id], actions, message: 'Please stop' }
    }
  })
  .extend('limit', ({ staff, bodyOf }) => async (...subject: Parameters<typeof bodyOf>) => {
    await staff.call(DECIDE, { body: await bodyOf(...subject) })
  })
  .extend('rowOf', ({ staff }) => async ({ _id, username }: TestMember) => {
    const { members } = await staff.call('GET /api/moderation/members', { query: { search: username } })
    return members.find((row) => row._id === _id)
  })
  .extend('listLimited', ({ staff }) => async ({ username }: TestMember) => {
    const query = { search: username, filter: 'limited' as const }
    return (await staff.call('GET /api/moderation/members', { query })).members.map((row) => row._id)
  })
  .extend('logAbout', ({ staff }) => async ({ _id }: TestMember) => {
    const { entries } = await staff.call('GET /api/moderation/audit')
    return entries.filter(({ target }) => target?._id === _id).map(({ actor, action }) => [actor?._id, action])
  })

const decisionOf = async (member: TestMember) => (await member.call('GET /api/decisions')).decisions[0]

describe('a limit', () => {
  test('applies to the member who is reported, or who wrote what is reported', async ({
    ann,
    bob,
    member,
    limit,
    rowOf,
  }) => {
    const cat = await member('cat')
    const post = await writePost(bob)
    const { post: commented } = await cat.call('POST /api/comments/add/:postId', {
      params: { postId: post._id },
      body: { commentData: { text: 'Spam' } },
      headers: { prefer: 'return=minimal' },
    })
    await limit('member', ann._id)
    expect(await rowOf(ann)).toMatchObject({ limited: true, suspended: false })
    expect(await rowOf(bob)).toMatchObject({ limited: false })
    await limit('comment', commented?.comments[0]?._id ?? '')
    expect([(await rowOf(bob))?.limited, (await rowOf(cat))?.limited]).toEqual([false, true])
    await limit('post', post._id)
    expect(await rowOf(bob)).toMatchObject({ limited: true })
  })

  test('is told to the member, who can still sign in, and is in the audit log', async ({
    ann,
    staff,
    limit,
    logAbout,
  }) => {
    await limit('member', ann._id)
    expect(await decisionOf(ann)).toMatchObject({ actions: ['limit'], message: 'Please stop', appeal: null })
    expect(await logAbout(ann)).toEqual([[staff._id, 'limit']])
  })

  test('needs a message', async ({ ann, staff, bodyOf, rowOf }) => {
    const body = { ...(await bodyOf('member', ann._id)), message: '' }
    expect(await staff.refuse(DECIDE, { body })).toEqual(refusal('messageMissing'))
    expect(await rowOf(ann)).toMatchObject({ limited: false })
  })

  test('is not for the same or a higher role', async ({ app, member, owner, staff, bodyOf, rowOf }) => {
    const other = await appoint(app, await member('moderator'), 'moderator')
    for (const subject of [owner, other]) {
      const body = await bodyOf('member', subject._id)
      expect(await staff.refuse(DECIDE, { body })).toEqual(refusal('roleTooLow'))
      expect(await staff.refuse(END, { params: { id: subject._id } })).toEqual(refusal('roleTooLow'))
    }
    await owner.call(DECIDE, { body: await bodyOf('member', other._id) })
    expect(await rowOf(other)).toMatchObject({ limited: true })
  })

  test('may be combined with others, which end apart from it', async ({ ann, staff, limit, rowOf }) => {
    await limit('member', ann._id, ['warn', 'limit', 'suspend'])
    expect(await rowOf(ann)).toMatchObject({ limited: true, suspended: true })
    await staff.call('POST /api/moderation/members/:id/restore', { params: { id: ann._id } })
    expect(await rowOf(ann)).toMatchObject({ limited: true, suspended: false })
  })

  test('is ended by a moderator, once', async ({ ann, staff, limit, rowOf, listLimited, logAbout }) => {
    await limit('member', ann._id)
    expect(await listLimited(ann)).toEqual([ann._id])
    const params = { id: ann._id }
    await staff.call(END, { params })
    expect(await rowOf(ann)).toMatchObject({ limited: false })
    expect(await listLimited(ann)).toEqual([])
    expect(await logAbout(ann)).toEqual([
      [staff._id, 'unlimit'],
      [staff._id, 'limit'],
    ])
    expect(await staff.refuse(END, { params })).toEqual(refusal('notLimited'))
    expect(await staff.refuse(END, { params: { id: '1' } })).toEqual(refusal('memberUnknown'))
  })

  test('is ended by an appeal that is accepted, not by one that is rejected', async ({
    ann,
    bob,
    staff,
    limit,
    rowOf,
  }) => {
    for (const [member, accept] of [
      [ann, true],
      [bob, false],
    ] as const) {
      await limit('member', member._id)
      const params = { decisionId: (await decisionOf(member))?._id ?? '' }
      await member.call(APPEAL, { params, body: { text: 'That was irony' } })
      expect(await member.refuse(APPEAL, { params, body: { text: 'Again' } })).toEqual(refusal('appealedAlready'))
      await staff.call(ANSWER, { params, body: { accept } })
      expect(await rowOf(member)).toMatchObject({ limited: !accept })
    }
  })
})
