import type { Action } from '@quack/contract'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { findWrongCounts } from '../../../test/counts.ts'
import { test as base } from '../../../test/fixtures.ts'
import { appoint, signUp, type TestMember, writePost } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'
import type { MemberId } from '../../database/schema.ts'
import { limit, restore, suspend } from './suspension.service.ts'

const APPEAL = 'POST /api/decisions/:decisionId/appeal'
const ANSWER = 'POST /api/moderation/appeals/:decisionId'
const SUSPENSION = 'POST /api/auth/suspension'

const test = base
  .extend('staff', { scope: 'file', auto: true }, async ({ app }) => appoint(app, await signUp(app), 'moderator'))
  .extend('reporter', { scope: 'file' }, ({ app }) => signUp(app))
  // Reports and decides.
  .extend('punish', ({ reporter, staff }) => async (kind: 'member' | 'post', id: string, actions: Action[]) => {
    const { report } = await reporter.call('POST /api/reports', { body: { kind, id, rule: 'spam' } })
    const body = { reports: [report._id], actions, message: 'Please stop', warning: 'Tells the end', suspendDays: 2 }
    await staff.call('POST /api/moderation/decisions', { body })
  })
  .extend('appealOf', ({ staff }) => async (state: 'open' | 'accepted' | 'rejected', member: TestMember) => {
    const { appeals } = await staff.call('GET /api/moderation/appeals', { query: { state } })
    return appeals.find((each) => each.member._id === member._id)
  })

const decisionOf = async (member: TestMember) => (await member.call('GET /api/decisions')).decisions[0]
const textOf = { text: 'That was irony' }

describe('an appeal', () => {
  test('is made once, and if it is accepted, the post is back', async ({ app, ann, staff, punish, appealOf }) => {
    const { _id: postId } = await writePost(ann)
    await punish('post', postId, ['hide'])
    const params = { decisionId: (await decisionOf(ann))?._id ?? '' }
    const { decision } = await ann.call(APPEAL, { params, body: textOf })
    expect(decision.appeal).toMatchObject({ text: 'That was irony', state: 'open', answer: '' })
    expect(await ann.refuse(APPEAL, { params, body: textOf })).toEqual(refusal('appealedAlready'))
    expect(await appealOf('open', ann)).toMatchObject({ _id: params.decisionId, actions: ['hide'] })

    await staff.call(ANSWER, { params, body: { accept: true, message: 'You are right' } })
    expect((await app.visitor.call('GET /api/posts/:postId', { params: { postId } })).post).not.toHaveProperty('hidden')
    expect((await decisionOf(ann))?.appeal).toMatchObject({ state: 'accepted', answer: 'You are right' })
    expect(await appealOf('accepted', ann)).toBeDefined()
    expect(await staff.refuse(ANSWER, { params, body: { accept: false } })).toEqual(refusal('decisionUnknown'))
    expect(await findWrongCounts(app.db.read)).toEqual([])
  })

  test('against a warning brings back the one of the author', async ({ app, ann, staff, punish }) => {
    const { _id: postId } = await writePost(ann)
    const read = async () => (await app.visitor.call('GET /api/posts/:postId', { params: { postId } })).post
    const edit = (warning: string) =>
      ann.call('POST /api/posts/edit/:postId', { params: { postId }, body: { postData: { warning } } })
    await edit('Mine')
    await punish('post', postId, ['addWarning'])
    // As apps do, which send back what they show.
    await edit('Tells the end')
    const params = { decisionId: (await decisionOf(ann))?._id ?? '' }
    await ann.call(APPEAL, { params, body: textOf })
    expect(await read()).toMatchObject({ warning: 'Tells the end' })
    await staff.call(ANSWER, { params, body: { accept: true } })
    expect(await read()).toMatchObject({ warning: 'Mine' })
    expect(await read()).not.toHaveProperty('warnedBy')
  })

  test('that is rejected changes nothing', async ({ app, ann, staff, punish, appealOf }) => {
    const { _id: postId } = await writePost(ann)
    await punish('post', postId, ['hide'])
    const params = { decisionId: (await decisionOf(ann))?._id ?? '' }
    await ann.call(APPEAL, { params, body: textOf })
    await staff.call(ANSWER, { params, body: { accept: false, message: 'No' } })
    expect(await appealOf('rejected', ann)).toBeDefined()
    expect(await app.visitor.refuse('GET /api/posts/:postId', { params: { postId } })).toEqual(refusal('postUnknown'))
    expect(await ann.refuse(APPEAL, { params, body: textOf })).toEqual(refusal('appealedAlready'))
  })

  test('is made by the member alone, and decided by a higher role', async ({ app, ann, bob, staff, punish }) => {
    await punish('member', ann._id, ['warn'])
    const params = { decisionId: (await decisionOf(ann))?._id ?? '' }
    for (const decisionId of [params.decisionId, '1', 'x'])
      expect(await bob.refuse(APPEAL, { params: { decisionId }, body: textOf })).toEqual(refusal('decisionUnknown'))
    for (const decisionId of [params.decisionId, 'x'])
      expect(await staff.refuse(ANSWER, { params: { decisionId }, body: { accept: true } })).toEqual(
        refusal('decisionUnknown'),
      )
    await ann.call(APPEAL, { params, body: textOf })
    await appoint(app, ann, 'moderator')
    expect(await staff.refuse(ANSWER, { params, body: { accept: true } })).toEqual(refusal('roleTooLow'))
  })
})

describe('a measure', () => {
  const memberId = ({ _id }: TestMember) => Number(_id) as MemberId
  const credentials = ({ username }: TestMember) => ({ username, password: PASSWORD })

  test('of a later decision, or of the operator, stays when an earlier one is taken back', async ({
    app,
    ann,
    staff,
    punish,
  }) => {
    await punish('member', ann._id, ['limit', 'suspend'])
    const first = (await app.visitor.call(SUSPENSION, { body: credentials(ann) })).decision?._id ?? ''
    await app.visitor.call(SUSPENSION, { body: { ...credentials(ann), appeal: 'It was my brother' } })
    await punish('member', ann._id, ['limit', 'suspend'])
    await staff.call(ANSWER, { params: { decisionId: first }, body: { accept: true } })
    expect(await app.visitor.refuse('POST /api/auth/login', { body: credentials(ann) })).toEqual(
      refusal('accountSuspended'),
    )
    const { user } = await app.visitor.call('GET /api/users/:username', { params: { username: ann.username } })
    expect(user).toMatchObject({ limited: true })

    // The member is told of the one in force, and appeals it.
    const second = await app.visitor.call(SUSPENSION, { body: { ...credentials(ann), appeal: 'And my sister' } })
    expect(second.decision).toMatchObject({ _id: expect.not.stringMatching(first), appeal: { state: 'open' } })
    await restore(app.db, memberId(ann))
    await suspend(app.db, memberId(ann))
    expect(await app.visitor.call(SUSPENSION, { body: credentials(ann) })).toMatchObject({ decision: null })
    await staff.call(ANSWER, { params: { decisionId: second.decision?._id ?? '' }, body: { accept: true } })
    expect(await app.visitor.refuse('POST /api/auth/login', { body: credentials(ann) })).toEqual(
      refusal('accountSuspended'),
    )
    await restore(app.db, memberId(ann))
    await app.visitor.call('POST /api/auth/login', { body: credentials(ann) })
  })

  test('of the operator is no decision’s, also if one takes it too', async ({ app, ann, staff, punish }) => {
    await limit(app.db, memberId(ann))
    await punish('member', ann._id, ['limit'])
    const params = { decisionId: (await decisionOf(ann))?._id ?? '' }
    await ann.call(APPEAL, { params, body: textOf })
    await staff.call(ANSWER, { params, body: { accept: true } })
    const { user } = await app.visitor.call('GET /api/users/:username', { params: { username: ann.username } })
    expect(user).toMatchObject({ limited: true })
  })

  test('that hides or covers a post stays if a later decision did so too', async ({
    app,
    ann,
    bob,
    reporter,
    staff,
  }) => {
    const { _id: postId } = await writePost(ann)
    const reports: string[] = []
    for (const member of [reporter, bob]) {
      const body = { kind: 'post', id: postId, rule: 'spam' } as const
      reports.push((await member.call('POST /api/reports', { body })).report._id)
    }
    for (const report of reports) {
      const body = {
        reports: [report],
        actions: ['hide' as const, 'addWarning' as const],
        message: 'Please stop',
        warning: 'Again',
      }
      await staff.call('POST /api/moderation/decisions', { body })
    }
    const { decisions } = await ann.call('GET /api/decisions')
    const params = { decisionId: decisions[1]?._id ?? '' }
    await ann.call(APPEAL, { params, body: textOf })
    await staff.call(ANSWER, { params, body: { accept: true } })
    expect(await app.visitor.refuse('GET /api/posts/:postId', { params: { postId } })).toEqual(refusal('postUnknown'))
    const { post } = await ann.call('GET /api/posts/:postId', { params: { postId } })
    expect(post).toMatchObject({ hidden: true, warning: 'Again' })
  })
})

describe('a suspended member', () => {
  const credentials = (member: TestMember) => ({ username: member.username, password: PASSWORD })

  test('reads why with the password, and appeals', async ({ app, ann, staff, punish, appealOf }) => {
    await punish('member', ann._id, ['suspend'])
    const ask = { body: credentials(ann) }
    const { decision, suspendedUntil } = await app.visitor.call(SUSPENSION, ask)
    expect(decision).toMatchObject({ actions: ['suspend'], message: 'Please stop', suspendedUntil })
    expect(Date.parse(suspendedUntil ?? '')).toBeGreaterThan(Date.now() + 24 * 60 * 60_000)
    const appeal = { body: { ...credentials(ann), appeal: 'It was my brother' } }
    expect((await app.visitor.call(SUSPENSION, appeal)).decision?.appeal).toMatchObject({ state: 'open' })
    expect(await app.visitor.refuse(SUSPENSION, appeal)).toEqual(refusal('appealedAlready'))
    const params = { decisionId: (await appealOf('open', ann))?._id ?? '' }
    await staff.call(ANSWER, { params, body: { accept: true } })
    await app.visitor.call('POST /api/auth/login', ask)
  })

  test('is told nothing without the right password', async ({ app, ann, bob, punish }) => {
    await punish('member', ann._id, ['suspend'])
    const wrong = { ...credentials(ann), password: 'a wild guess' }
    expect(await app.visitor.refuse(SUSPENSION, { body: wrong })).toEqual(refusal('credentialsInvalid'))
    const nobody = { username: 'nobody-here', password: PASSWORD }
    expect(await app.visitor.refuse(SUSPENSION, { body: nobody })).toEqual(refusal('usernameUnknown'))
    expect(await app.visitor.refuse(SUSPENSION, { body: credentials(bob) })).toEqual(refusal('notSuspended'))
  })

  test('cannot appeal what the operator did', async ({ app, ann }) => {
    await suspend(app.db, Number(ann._id) as MemberId)
    const body = credentials(ann)
    expect(await app.visitor.call(SUSPENSION, { body })).toEqual({ suspendedUntil: null, decision: null })
    const appeal = { body: { ...body, appeal: 'Why?' } }
    expect(await app.visitor.refuse(SUSPENSION, appeal)).toEqual(refusal('decisionUnknown'))
  })
})
