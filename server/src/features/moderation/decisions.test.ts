import type { Action } from '@quack/contract'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { findWrongCounts } from '../../../test/counts.ts'
import { test as base } from '../../../test/fixtures.ts'
import { tracesOf } from '../../../test/member-rows.ts'
import { appoint, signUp, type TestMember, writePost } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'
import type { MemberId } from '../../database/schema.ts'

const DECIDE = 'POST /api/moderation/decisions'
const LOG_IN = 'POST /api/auth/login'

type Terms = { actions: Action[]; message?: string; warning?: string; suspendDays?: number }
const STOP = { message: 'Please stop' }

const test = base
  .extend('staff', { scope: 'file', auto: true }, async ({ app }) => appoint(app, await signUp(app), 'moderator'))
  .extend('reporter', { scope: 'file' }, ({ app }) => signUp(app))
  .extend('report', ({ reporter }) => async (kind: 'member' | 'post' | 'comment', id: string) => {
    return (await reporter.call('POST /api/reports', { body: { kind, id, rule: 'spam' } })).report._id
  })
  .extend('decide', ({ staff }) => (reports: string[], terms: Terms, by: TestMember = staff) => {
    return by.call(DECIDE, { body: { reports, ...terms } })
  })
  .extend('refuse', ({ staff }) => (reports: string[], terms: Terms, by: TestMember = staff) => {
    return by.refuse(DECIDE, { body: { reports, ...terms } })
  })

const decisionsOf = async (member: TestMember) => (await member.call('GET /api/decisions')).decisions
const unreadOf = async (member: TestMember) =>
  (await member.call('GET /api/users/:username', { params: { username: member.username } })).user.unreadDecisions

describe('a decision', () => {
  test('closes the report; the member reads the message, once as unread', async ({ ann, report, decide }) => {
    const post = await writePost(ann, 'Buy ducks')
    await decide([await report('post', post._id)], { actions: ['warn'], ...STOP })
    expect(await unreadOf(ann)).toBe(1)
    expect(await decisionsOf(ann)).toMatchObject([
      { kind: 'post', copy: { text: 'Buy ducks' }, actions: ['warn'], message: 'Please stop', appeal: null },
    ])
    await ann.call('POST /api/decisions/seen')
    expect(await unreadOf(ann)).toBeUndefined()
  })

  test('of no action tells the member nothing', async ({ ann, report, decide }) => {
    await decide([await report('member', ann._id)], { actions: ['none'] })
    expect(await decisionsOf(ann)).toEqual([])
    expect(await unreadOf(ann)).toBeUndefined()
  })

  test('may have several actions, for many reports at once', async ({ app, ann, bob, report, decide }) => {
    const posts = [await writePost(ann), await writePost(ann), await writePost(bob)]
    const reports = await Promise.all(posts.map(({ _id }) => report('post', _id)))
    await decide(reports, { actions: ['hide', 'suspend'], suspendDays: 3, ...STOP })
    for (const { _id: postId } of posts)
      expect(await app.visitor.refuse('GET /api/posts/:postId', { params: { postId } })).toEqual(refusal('postUnknown'))
    const counts = app.db.read.selectFrom('members').select('unread_decisions as unread').orderBy('id')
    expect(
      await counts
        .where(
          'id',
          'in',
          [ann, bob].map(({ _id }) => Number(_id) as MemberId),
        )
        .execute(),
    ).toEqual([{ unread: 2 }, { unread: 1 }])
    for (const member of [ann, bob]) {
      expect(await member.refuse('GET /api/feed')).toEqual(refusal('tokenInvalid'))
      const body = { username: member.username, password: PASSWORD }
      expect(await app.visitor.refuse(LOG_IN, { body })).toEqual(refusal('accountSuspended'))
    }
    expect(await findWrongCounts(app.db.read)).toEqual([])
  })

  test('may put a warning on a post, which its author cannot take off', async ({ app, ann, staff, report, decide }) => {
    const { _id: postId } = await writePost(ann, 'The end')
    const read = async () => (await app.visitor.call('GET /api/posts/:postId', { params: { postId } })).post
    const edit = (postData: object) =>
      ann.call('POST /api/posts/edit/:postId', { params: { postId }, body: { postData } })
    await edit({ warning: 'Mine' })
    const reported = await report('post', postId)
    await decide([reported], { actions: ['addWarning'], ...STOP, warning: 'Tells the end' })
    const warned = { content: 'The end', warning: 'Tells the end', warnedBy: 'moderator' }
    expect(await read()).toMatchObject(warned)
    await edit({ warning: '', content: 'An end' })
    expect(await read()).toMatchObject({ ...warned, content: 'An end' })
    const told = { actions: ['addWarning'], warning: 'Tells the end', copy: { text: 'The end', warning: 'Mine' } }
    expect(await decisionsOf(ann)).toMatchObject([told])
    expect(await unreadOf(ann)).toBe(1)
    const { present } = await staff.call('GET /api/moderation/reports/:reportId', { params: { reportId: reported } })
    expect(present).toMatchObject({ text: 'An end', warning: 'Tells the end' })
    const { entries } = await staff.call('GET /api/moderation/audit', { query: { limit: 2 } })
    expect(entries[1]).toMatchObject({ action: 'addWarning', kind: 'post', targetId: postId })
  })

  test('about one report can be followed by another', async ({ ann, report, decide }) => {
    const reports = [await report('member', ann._id)]
    await decide(reports, { actions: ['warn'], ...STOP })
    await decide(reports, { actions: ['warn'], message: 'Once more' })
    expect((await decisionsOf(ann)).map(({ message }) => message)).toEqual(['Once more', 'Please stop'])
  })

  test('deletes posts, hidden or not, and comments; every count stays exact', async ({
    app,
    ann,
    bob,
    report,
    decide,
  }) => {
    const post = await writePost(ann)
    const add = { params: { postId: post._id }, body: { commentData: { text: 'Spam' } } }
    const { post: commented } = await bob.call('POST /api/comments/add/:postId', {
      ...add,
      headers: { prefer: 'return=minimal' },
    })
    await decide([await report('comment', commented?.comments[0]?._id ?? '')], { actions: ['delete'], ...STOP })
    const read = { params: { postId: post._id } }
    expect((await ann.call('GET /api/posts/:postId', read)).post).toMatchObject({ comments: [], commentCount: 0 })
    const [hidden, shown] = [await report('post', post._id), await report('post', (await writePost(ann))._id)]
    await decide([hidden], { actions: ['hide'], ...STOP })
    await decide([hidden, shown], { actions: ['delete'], ...STOP })
    expect(await ann.refuse('GET /api/posts/:postId', read)).toEqual(refusal('postUnknown'))
    expect(await findWrongCounts(app.db.read)).toEqual([])
  })

  test('deletes an account, if an owner takes it', async ({ app, ann, owner, report, decide, refuse }) => {
    const reports = [await report('member', ann._id)]
    const terms: Terms = { actions: ['delete'], ...STOP }
    expect(await refuse(reports, terms)).toEqual(refusal('ownerOnly'))
    await decide(reports, terms, owner)
    expect(await ann.refuse('GET /api/feed')).toEqual(refusal('usernameUnknown'))
    await expect.poll(() => tracesOf(app.db, Number(ann._id) as MemberId)).toEqual([])
  })

  test('is refused if the actions do not fit', async ({ ann, bob, owner, report, refuse }) => {
    const post = await report('post', (await writePost(ann))._id)
    const [member, other] = [await report('member', ann._id), await report('member', bob._id)]
    const unfit: [string[], Action[]][] = [
      [[post], ['none', 'warn']],
      [[post], ['hide', 'delete']],
      [[member], ['hide']],
      [[member], ['addWarning']],
      [[post], ['addWarning', 'delete']],
      [[post, member], ['hide']],
      [[post, member], ['delete']],
      [[member, other], ['delete']],
    ]
    for (const [reports, actions] of unfit)
      expect(await refuse(reports, { actions, ...STOP, warning: 'x' }, owner)).toEqual(refusal('actionUnfit'))
    expect(await refuse([post], { actions: ['warn'], message: '  ' })).toEqual(refusal('messageMissing'))
    expect(await refuse([post], { actions: ['addWarning'], ...STOP, warning: ' ' })).toEqual(refusal('warningMissing'))
    for (const unknown of ['1', 'x'])
      expect(await refuse([post, unknown], { actions: ['none'] })).toEqual(refusal('reportUnknown'))
    expect(await decisionsOf(ann)).toEqual([])
  })

  test('cannot be taken about the same or a higher role', async ({ app, member, owner, report, decide, refuse }) => {
    const other = await appoint(app, await member('moderator'), 'moderator')
    for (const subject of [owner, other]) {
      const reports = [await report('member', subject._id)]
      expect(await refuse(reports, { actions: ['suspend'], ...STOP })).toEqual(refusal('roleTooLow'))
    }
    await decide([await report('member', other._id)], { actions: ['suspend'], ...STOP }, owner)
    expect(await other.refuse('GET /api/moderation/reports')).toEqual(refusal('tokenInvalid'))
  })
})

describe('a suspension', () => {
  test('ends by itself, or by a moderator', async ({ app, ann, staff, report, decide }) => {
    const logIn = { body: { username: ann.username, password: PASSWORD } }
    const id = Number(ann._id) as MemberId
    await decide([await report('member', ann._id)], { actions: ['suspend'], suspendDays: 1, ...STOP })
    expect(await app.visitor.refuse(LOG_IN, logIn)).toEqual(refusal('accountSuspended'))
    await app.db.write((transaction) =>
      transaction.updateTable('members').set({ suspended_until: Date.now() }).where('id', '=', id).execute(),
    )
    await app.visitor.call(LOG_IN, logIn)

    await decide([await report('member', ann._id)], { actions: ['suspend'], ...STOP })
    expect(await app.visitor.refuse(LOG_IN, logIn)).toEqual(refusal('accountSuspended'))
    const restore = { params: { id: ann._id } }
    await staff.call('POST /api/moderation/members/:id/restore', restore)
    await app.visitor.call(LOG_IN, logIn)
    expect(await staff.refuse('POST /api/moderation/members/:id/restore', restore)).toEqual(refusal('notSuspended'))
    const nobody = { params: { id: '1' } }
    expect(await staff.refuse('POST /api/moderation/members/:id/restore', nobody)).toEqual(refusal('memberUnknown'))
    const self = { params: { id: staff._id } }
    expect(await staff.refuse('POST /api/moderation/members/:id/restore', self)).toEqual(refusal('roleTooLow'))
  })
})
