import { describe, expect } from 'vitest'
import { test as base } from '../../../../test/fixtures.ts'
import { appoint, signUp, type TestMember, writePost } from '../../../../test/members.ts'
import { readAll } from '../../../../test/read-all.ts'
import { refusal } from '../../../../test/refusals.ts'
import { picture, uploadFile } from '../../../../test/uploads.ts'

const REPORT = 'POST /api/reports'
const MINIMAL = { prefer: 'return=minimal' }

const report = async (reporter: TestMember, kind: 'member' | 'post' | 'comment', id: string, text = '') =>
  (await reporter.call(REPORT, { body: { kind, id, rule: 'spam', text } })).report

const test = base
  .extend('staff', { scope: 'file', auto: true }, async ({ app }) => appoint(app, await signUp(app), 'moderator'))
  .extend('post', ({ ann }) => writePost(ann, 'Buy my ducks'))
  .extend('commentId', async ({ bob, post }) => {
    const { post: changed } = await bob.call('POST /api/comments/add/:postId', {
      params: { postId: post._id },
      body: { commentData: { text: 'Buy mine' } },
      headers: MINIMAL,
    })
    return changed?.comments[0]?._id ?? ''
  })

describe('a report', () => {
  test('keeps a copy of a post, comment or member as they were', async ({ ann, carl, post, commentId, staff }) => {
    const ofPost = await report(carl, 'post', post.id, '  Spam!  ')
    expect(ofPost).toMatchObject({ kind: 'post', rule: 'No spam', text: 'Spam!', outcome: 'open', closedAt: null })
    expect((await report(carl, 'comment', commentId)).copy.text).toBe('Buy mine')
    await ann.call('POST /api/users/edit', { body: { userData: { bio: 'Duck seller' } } })
    const ofMember = await report(carl, 'member', ann._id)
    expect(ofMember.copy).toEqual({ text: 'Duck seller', mediaUrl: ann.record.avatarURL, alt: '' })

    const body = { postData: { content: 'I never said that' } }
    await ann.call('POST /api/posts/edit/:postId', { params: { postId: post._id }, body, headers: MINIMAL })
    const answer = await staff.call('GET /api/moderation/reports/:reportId', { params: { reportId: ofPost._id } })
    expect(answer).toMatchObject({
      report: { copy: { text: 'Buy my ducks' }, subject: { _id: ann._id }, reporter: { _id: carl._id } },
      present: { text: 'I never said that', hidden: false },
      reportCount: 2,
      decisions: [],
    })
    const { url: headerURL } = await uploadFile(ann, await picture(30, 10).png().toBuffer())
    const profile = { pronouns: 'she/her', headerURL, fields: [{ name: 'Shop', value: 'https://ducks.example' }] }
    await ann.call('POST /api/users/edit', { body: { userData: { profile } } })
    const params = { reportId: ofMember._id }
    expect((await staff.call('GET /api/moderation/reports/:reportId', { params })).present).toMatchObject({
      text: 'Duck seller\nshe/her\nShop: https://ducks.example',
      furtherPictures: [{ url: expect.stringContaining(headerURL.slice('/media'.length)) }],
    })
    await ann.call('DELETE /api/posts/:postId', { params: { postId: post._id }, headers: MINIMAL })
    const later = await staff.call('GET /api/moderation/reports/:reportId', { params: { reportId: ofPost._id } })
    expect(later).toMatchObject({ report: { copy: { text: 'Buy my ducks' } }, present: null })
  })

  test('shows moderators what a reported comment answers, and the post that it is on', async ({
    ann,
    bob,
    carl,
    post,
    commentId,
    staff,
  }) => {
    const conversationOf = async (id: string) => {
      const { _id: reportId } = await report(carl, 'comment', id)
      return (await staff.call('GET /api/moderation/reports/:reportId', { params: { reportId } })).conversation
    }
    const params = { postId: post._id }
    const body = { commentData: { text: 'No, mine', answering: commentId } }
    const { post: changed } = await ann.call('POST /api/comments/add/:postId', { params, body, headers: MINIMAL })
    const answerId = changed?.comments[0]?._id ?? ''
    expect(await conversationOf(commentId)).toEqual({ postId: post.id })
    const answered = { author: expect.objectContaining({ _id: bob._id }), text: 'Buy mine' }
    expect(await conversationOf(answerId)).toEqual({ postId: post.id, answered })
    await bob.call('POST /api/comments/delete/:postId/:commentId', { params: { ...params, commentId } })
    expect(await conversationOf(answerId)).toEqual({ postId: post.id, answered: null })
  })

  test('by the same member about the same target is one, also at the same instant', async ({ bob, carl, post }) => {
    const [first] = await Promise.all([1, 2, 3].map((number) => report(carl, 'post', post._id, `Try ${number}`)))
    const again = await report(carl, 'post', post._id, 'Last try')
    expect(again).toMatchObject({ _id: first?._id, text: 'Last try' })
    expect((await carl.call('GET /api/reports')).reports).toMatchObject([{ text: 'Last try' }])
    expect((await report(bob, 'post', post._id))._id).not.toBe(again._id)
  })

  test('is listed to its writer alone, page by page, with its outcome', async ({
    bob,
    carl,
    post,
    commentId,
    staff,
  }) => {
    const mine = [await report(carl, 'post', post._id), await report(carl, 'comment', commentId)]
    await report(carl, 'member', bob._id)
    const decide = (index: number, action: 'none' | 'warn') =>
      staff.call('POST /api/moderation/decisions', {
        body: { reports: [mine[index]?._id ?? ''], actions: [action], message: 'Please stop' },
      })
    await decide(0, 'none')
    await decide(1, 'warn')
    const all = await readAll(async (query) => {
      const page = await carl.call('GET /api/reports', { query: { limit: 1, ...query } })
      return { entries: page.reports, nextCursor: page.nextCursor }
    })
    expect(all.map(({ outcome }) => outcome)).toEqual(['open', 'action', 'noAction'])
    expect((await bob.call('GET /api/reports')).reports).toEqual([])
    // Closed: the next one is a new report.
    expect((await report(carl, 'post', post._id))._id).not.toBe(mine[0]?._id)
  })

  test('is refused for what does not exist, for oneself, and for an unknown rule', async ({ ann, post }) => {
    const refuse = (kind: 'member' | 'post' | 'comment', id: string, rule = 'spam') =>
      ann.refuse(REPORT, { body: { kind, id, rule } })
    for (const id of ['1', 'nothing']) {
      expect(await refuse('member', id)).toEqual(refusal('memberUnknown'))
      expect(await refuse('post', id)).toEqual(refusal('postUnknown'))
      expect(await refuse('comment', id)).toEqual(refusal('commentUnknown'))
    }
    expect(await refuse('member', ann._id)).toEqual(refusal('reportSelf'))
    expect(await refuse('post', post._id)).toEqual(refusal('reportSelf'))
    expect(await refuse('post', post._id, 'no-such-rule')).toEqual(refusal('ruleUnknown'))
  })

  test('is refused as unknown if either has blocked the other', async ({ ann, bob, carl, post, commentId }) => {
    await ann.call('POST /api/users/block/:id', { params: { id: carl._id } })
    const refuse = (kind: 'member' | 'post' | 'comment', id: string) =>
      carl.refuse(REPORT, { body: { kind, id, rule: 'spam' } })
    expect(await refuse('member', ann._id)).toEqual(refusal('memberUnknown'))
    expect(await refuse('post', post._id)).toEqual(refusal('postUnknown'))
    // Bob's comment under her post, which he cannot see.
    expect(await refuse('comment', commentId)).toEqual(refusal('commentUnknown'))
    expect((await report(carl, 'member', bob._id)).outcome).toBe('open')
  })

  test('is refused as unknown for a comment that nobody sees, under a post by somebody who blocks its author', async ({
    ann,
    bob,
    carl,
    commentId,
  }) => {
    await ann.call('POST /api/users/block/:id', { params: { id: bob._id } })
    const body = { kind: 'comment', id: commentId, rule: 'spam' } as const
    for (const reporter of [ann, bob, carl]) {
      expect(await reporter.refuse(REPORT, { body })).toEqual(refusal('commentUnknown'))
    }
    await ann.call('POST /api/users/unblock/:id', { params: { id: bob._id } })
    expect((await report(carl, 'comment', commentId)).copy.text).toBe('Buy mine')
  })

  test('has 1,000 characters at most', async ({ carl, post }) => {
    expect((await report(carl, 'post', post._id, 'x'.repeat(1_000))).text).toHaveLength(1_000)
    const body = { kind: 'post', id: post._id, rule: 'spam', text: 'x'.repeat(1_001) } as const
    expect((await carl.refuse(REPORT, { body })).status).toBe(422)
  })
})

describe('the queue', () => {
  test('lists open and closed reports, page by page', async ({ ann, carl, post, staff }) => {
    const reports = [await report(carl, 'post', post._id), await report(carl, 'member', ann._id)]
    const ids = async (state: 'open' | 'closed') =>
      (
        await readAll(async (query) => {
          const page = await staff.call('GET /api/moderation/reports', { query: { limit: 2, state, ...query } })
          return { entries: page.reports, nextCursor: page.nextCursor }
        })
      ).map(({ _id }) => _id)
    expect(await ids('open')).toEqual(expect.arrayContaining(reports.map(({ _id }) => _id)))
    const [first] = reports
    await staff.call('POST /api/moderation/decisions', { body: { reports: [first?._id ?? ''], actions: ['none'] } })
    expect(await ids('closed')).toContain(first?._id)
    expect(await ids('open')).not.toContain(first?._id)
    expect(await ids('open')).toContain(reports[1]?._id)
  })

  test('logs who looked at a report, because it may not be public', async ({ carl, post, staff }) => {
    const { _id: reportId } = await report(carl, 'post', post._id)
    await staff.call('GET /api/moderation/reports/:reportId', { params: { reportId } })
    const { entries } = await staff.call('GET /api/moderation/audit', { query: { limit: 1 } })
    expect(entries).toMatchObject([{ actor: { _id: staff._id }, action: 'view', kind: 'report', targetId: reportId }])
    for (const unknown of ['1', 'x']) {
      const params = { reportId: unknown }
      expect(await staff.refuse('GET /api/moderation/reports/:reportId', { params })).toEqual(refusal('reportUnknown'))
    }
  })

  test('loses the reports of and about a deleted account', async ({ ann, carl, post, staff }) => {
    const { _id } = await report(carl, 'post', post._id)
    await ann.call('POST /api/account/delete', { body: { password: 'correct horse' } })
    const { reports } = await staff.call('GET /api/moderation/reports')
    expect(reports.map((each) => each._id)).not.toContain(_id)
  })
})
