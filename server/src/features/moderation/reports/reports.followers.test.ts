import { describe, expect } from 'vitest'
import { PRIVATE, setAudience } from '../../../../test/audience.ts'
import { comment, follow } from '../../../../test/blocks.ts'
import { test as base } from '../../../../test/fixtures.ts'
import { appoint, signUp, type TestMember, writePost } from '../../../../test/members.ts'
import { refusal } from '../../../../test/refusals.ts'

const REPORT = 'POST /api/reports'
type Kind = 'member' | 'post' | 'comment'
const bodyOf = (kind: Kind, id: string) => ({ body: { kind, id, rule: 'spam' } })

/** Ann's posts are for followers. Bob follows her, Carl does not, and neither does the staff. */
const test = base
  .extend('staff', { scope: 'file', auto: true }, async ({ app }) => appoint(app, await signUp(app), 'moderator'))
  .extend('post', async ({ app, ann, bob }) => {
    const post = await writePost(ann, 'For followers')
    await follow(bob, ann)
    await setAudience(app, ann, PRIVATE)
    return post
  })
  .extend('viewsOf', ({ staff }) => async (reporter: TestMember, kind: Kind, id: string) => {
    const { report } = await reporter.call(REPORT, bodyOf(kind, id))
    const opened = await staff.call('GET /api/moderation/reports/:reportId', { params: { reportId: report._id } })
    const { entries } = await staff.call('GET /api/moderation/audit', { query: { limit: 100 } })
    const views = entries.filter(({ action, targetId }) => action === 'view' && targetId === report._id)
    return { text: opened.report.copy.text, views: views.map(({ actor, detail }) => [actor?._id, detail]) }
  })

describe('a report about what is for followers', () => {
  test('comes from whoever sees it; to others it is unknown', async ({ bob, carl, staff, post }) => {
    const id = await comment(bob, post._id, 'Under it')
    for (const reporter of [carl, staff]) {
      expect(await reporter.refuse(REPORT, bodyOf('post', post._id))).toEqual(refusal('postUnknown'))
      expect(await reporter.refuse(REPORT, bodyOf('comment', id))).toEqual(refusal('commentUnknown'))
    }
    const { report } = await bob.call(REPORT, bodyOf('post', post._id))
    expect(report.copy.text).toBe('For followers')
  })

  test('shows it to moderators, and the log says who has read it', async ({ ann, bob, staff, post, viewsOf }) => {
    const id = await comment(ann, post._id, 'Under it')
    const views = [[staff._id, 'for followers']]
    expect(await viewsOf(bob, 'post', post._id)).toEqual({ text: 'For followers', views })
    expect(await viewsOf(bob, 'comment', id)).toEqual({ text: 'Under it', views })
    const direct = await staff.refuse('GET /api/posts/:postId', { params: { postId: post._id } })
    expect(direct).toEqual(refusal('postUnknown'))
  })

  test('shows earlier decisions about its author, and the log says who has read those', async ({
    ann,
    bob,
    staff,
    post,
    viewsOf,
  }) => {
    const { report } = await bob.call(REPORT, bodyOf('post', post._id))
    const decision = { reports: [report._id], actions: ['warn' as const], message: 'Please stop' }
    await staff.call('POST /api/moderation/decisions', { body: decision })
    const [made] = (await ann.call('GET /api/decisions')).decisions
    await viewsOf(bob, 'member', ann._id)
    const { entries } = await staff.call('GET /api/moderation/audit', { query: { limit: 100 } })
    const views = entries.filter(({ action, targetId }) => action === 'view' && targetId === made?._id)
    expect(views.map(({ actor, detail }) => [actor?._id, detail])).toEqual([[staff._id, 'for followers']])
  })

  test('shows nothing of it in the queue', async ({ ann, bob, staff, post }) => {
    const id = await comment(ann, post._id, 'Under it')
    await bob.call(REPORT, bodyOf('post', post._id))
    await bob.call(REPORT, bodyOf('comment', id))
    await bob.call(REPORT, bodyOf('member', ann._id))
    const read = async () => (await staff.call('GET /api/moderation/reports', { query: { limit: 3 } })).reports
    const shown = (reports: Awaited<ReturnType<typeof read>>) =>
      reports.map(({ kind, copy, withheld }) => [kind, copy.text, withheld])
    expect(shown(await read())).toEqual([
      ['member', '', undefined],
      ['comment', '', true],
      ['post', '', true],
    ])
    await ann.call('POST /api/account/private', { body: { private: false } })
    expect(shown(await read())).toEqual([
      ['member', '', undefined],
      ['comment', 'Under it', undefined],
      ['post', 'For followers', undefined],
    ])
    await ann.call('POST /api/comments/delete/:postId/:commentId', { params: { postId: post._id, commentId: id } })
    // Whose post it was under is not known any more.
    expect(shown(await read())[1]).toEqual(['comment', '', true])
  })

  test('is logged again when the appeal of the decision about it is read', async ({ ann, bob, staff, post }) => {
    const other = await writePost(bob, 'For everyone')
    const reported = [
      (await bob.call(REPORT, bodyOf('post', post._id))).report._id,
      (await ann.call(REPORT, bodyOf('post', other._id))).report._id,
    ]
    for (const id of reported) {
      const body = { reports: [id], actions: ['warn' as const], message: 'Please stop' }
      await staff.call('POST /api/moderation/decisions', { body })
    }
    const appeal = async (member: TestMember) => {
      const decisionId = (await member.call('GET /api/decisions')).decisions[0]?._id ?? ''
      await member.call('POST /api/decisions/:decisionId/appeal', { params: { decisionId }, body: { text: 'Why?' } })
      return decisionId
    }
    const [closed, open] = [await appeal(ann), await appeal(bob)]
    const { appeals } = await staff.call('GET /api/moderation/appeals', { query: { limit: 2 } })
    expect(appeals.map(({ copy }) => copy.text)).toEqual(['For everyone', 'For followers'])
    const { entries } = await staff.call('GET /api/moderation/audit', { query: { limit: 100 } })
    const views = entries.filter(({ action, targetId }) => action === 'view' && [closed, open].includes(targetId ?? ''))
    expect(views.map(({ actor, targetId, detail }) => [actor?._id, targetId, detail])).toEqual([
      [staff._id, closed, 'for followers'],
    ])
  })

  test('is one about their profile, or a comment elsewhere, for everybody', async ({
    ann,
    carl,
    staff,
    post,
    viewsOf,
  }) => {
    expect(post._id).toBeDefined()
    const { _id: postId } = await writePost(carl)
    const id = await comment(ann, postId, 'Elsewhere')
    const views = [[staff._id, '']]
    expect(await viewsOf(carl, 'comment', id)).toEqual({ text: 'Elsewhere', views })
    expect(await viewsOf(carl, 'member', ann._id)).toEqual({ text: '', views })
  })
})
