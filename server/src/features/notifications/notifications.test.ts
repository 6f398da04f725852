import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { PRIVATE, setAudience } from '../../../test/audience.ts'
import { block, comment, follow, like, unblock } from '../../../test/blocks.ts'
import { test } from '../../../test/fixtures.ts'
import { insertCrowd } from '../../../test/member-rows.ts'
import { writePost } from '../../../test/members.ts'
import * as n from '../../../test/notifications.ts'
import { repost, undoRepost } from '../../../test/reposts.ts'
import type { CommentId, MemberId, PostId } from '../../database/schema.ts'

const { told } = n

describe('a notification', () => {
  test('tells the author who has liked a post, while they like it, and never twice', async ({ ann, bob, carl }) => {
    const { _id, id } = await writePost(ann, 'Look at this')
    await like(bob, _id)
    const first = await n.only(ann)
    expect(first).toMatchObject({
      kind: 'like',
      unread: true,
      peopleCount: 1,
      post: { _id, id, excerpt: 'Look at this' },
    })
    expect(await n.readAll(ann)).toBe(0)
    await n.dislike(bob, _id)
    expect(await told(ann)).toEqual([])
    await like(bob, _id)
    expect(await n.only(ann)).toEqual({ ...first, unread: false })
    await like(carl, _id)
    expect(await n.only(ann)).toMatchObject({ _id: first._id, unread: true, peopleCount: 2 })
    expect(await told(ann)).toEqual([`like ${carl.username} ${bob.username}`])
  })

  test('tells the author who has reposted a post, apart from likes, until it is taken back', async ({
    ann,
    bob,
    carl,
  }) => {
    const { _id, id } = await writePost(ann, 'Look at this')
    await repost(bob, _id)
    expect(await n.only(ann)).toMatchObject({ kind: 'repost', post: { _id, id, excerpt: 'Look at this' } })
    await repost(carl, _id)
    await like(bob, _id)
    await n.readAll(ann)
    expect(await told(ann)).toEqual([`like ${bob.username}`, `repost ${carl.username} ${bob.username}`])
    expect(await told(ann, 'repost')).toEqual([`repost ${carl.username} ${bob.username}`])
    await undoRepost(carl, _id)
    expect(await told(ann)).toEqual([`like ${bob.username}`, `repost ${bob.username}`])
    await repost(carl, _id)
    expect(await n.listOf(ann)).toMatchObject({ unread: 0, notifications: [{}, { peopleCount: 2 }] })
  })

  test('tells the author of a post of comments, and those who have commented before', async ({ ann, bob, carl }) => {
    const { _id } = await writePost(ann)
    const first = await comment(bob, _id, 'The first')
    expect(await told(ann)).toEqual([`comment ${bob.username}`])
    const second = await comment(carl, _id, 'The second')
    expect(await told(ann)).toEqual([`comment ${carl.username} ${bob.username}`])
    expect(await told(bob)).toEqual([`reply ${carl.username}`])
    expect(await told(carl)).toEqual([])
    expect((await n.only(bob)).comment).toEqual({ _id: second, excerpt: 'The second' })
    await comment(ann, _id, 'The third')
    expect(await told(carl)).toEqual([`reply ${ann.username}`])
    await n.deleteComment(bob, _id, first)
    expect(await told(ann)).toEqual([`comment ${carl.username}`])
    await n.deleteComment(carl, _id, second)
    expect(await told(ann)).toEqual([])
    expect(await told(bob)).toEqual([`reply ${ann.username}`])
  })

  test('tells whom a comment answers, once, and not also as the author or for an earlier comment', async ({
    ann,
    bob,
    carl,
  }) => {
    const { _id } = await writePost(ann)
    const ofBob = await comment(bob, _id, 'The first')
    const ofAnn = await comment(ann, _id, 'The second')
    await n.readAll(ann)
    const answer = (answering: string, text: string) =>
      carl.call('POST /api/comments/add/:postId', {
        params: { postId: _id },
        body: { commentData: { text, answering } },
      })
    await answer(ofBob, 'An answer')
    await answer(ofBob, 'Another one')
    expect(await told(bob)).toEqual([`answer ${carl.username}`, `reply ${ann.username}`])
    expect(await told(ann)).toEqual([`comment ${carl.username} ${bob.username}`])
    await answer(ofAnn, 'To the author')
    expect(await told(ann)).toEqual([`answer ${carl.username}`, `comment ${carl.username} ${bob.username}`])
    expect((await n.listOf(ann)).notifications[1]?.comment?.excerpt).toBe('Another one')
    await answer(ofBob, `Look, @${bob.username}`)
    expect(await told(bob)).toEqual([
      `mention ${carl.username}`,
      `reply ${carl.username} ${ann.username}`,
      `answer ${carl.username}`,
    ])
  })

  test('tells of an upvote, while it is one, but not of a downvote', async ({ ann, bob, carl }) => {
    const { _id } = await writePost(bob)
    const commentId = await comment(ann, _id, 'Mine')
    await n.downvote(bob, _id, commentId)
    expect(await told(ann)).toEqual([])
    await n.upvote(bob, _id, commentId)
    await n.upvote(carl, _id, commentId)
    expect(await n.only(ann)).toMatchObject({
      kind: 'upvote',
      post: { _id },
      comment: { _id: commentId, excerpt: 'Mine' },
    })
    expect(await told(ann)).toEqual([`upvote ${carl.username} ${bob.username}`])
    await n.downvote(carl, _id, commentId)
    expect(await told(ann)).toEqual([`upvote ${bob.username}`])
    await bob.call('DELETE /api/comments/:postId/:commentId/vote', { params: { postId: _id, commentId } })
    expect(await told(ann)).toEqual([])
  })

  test('tells whom a post or comment mentions, in place of other reasons', async ({ ann, bob, carl }) => {
    const { _id } = await writePost(ann, `With @${bob.username}`)
    expect(await n.only(bob)).toMatchObject({ kind: 'mention', post: { _id } })
    const commentId = await comment(carl, _id, `No, @${ann.username} and @${bob.username}`)
    expect(await told(ann)).toEqual([`mention ${carl.username}`])
    expect(await told(bob)).toEqual([`mention ${carl.username}`, `mention ${ann.username}`])
    expect((await n.listOf(bob)).notifications[0]?.comment?._id).toBe(commentId)
  })

  test('tells only those whom an edit mentions for the first time', async ({ ann, bob, carl }) => {
    const { _id } = await writePost(ann, `@${bob.username}`)
    await n.readAll(bob)
    const edit = (content: string) =>
      ann.call('POST /api/posts/edit/:postId', { params: { postId: _id }, body: { postData: { content } } })
    await edit(`@${bob.username} and @${carl.username}`)
    expect(await told(carl)).toEqual([`mention ${ann.username}`])
    expect(await n.only(bob)).toMatchObject({ unread: false })
    await edit('Nobody')
    expect([await told(bob), await told(carl)]).toEqual([[], []])
  })

  test('tells of a follow and of a request, while they last', async ({ app, ann, bob, carl }) => {
    await follow(bob, ann)
    expect(await told(ann)).toEqual([`follow ${bob.username}`])
    await setAudience(app, ann, PRIVATE)
    await follow(carl, ann)
    expect(await told(ann)).toEqual([`followRequest ${carl.username}`, `follow ${bob.username}`])
    await n.unfollow(bob, ann)
    await n.unfollow(carl, ann)
    expect(await told(ann)).toEqual([])
    await follow(carl, ann)
    await ann.call('POST /api/follow-requests/:id/accept', { params: { id: carl._id } })
    expect(await told(ann)).toEqual([])
  })

  test('tells the outcome of a report once, also if the report is decided again', async ({ moderator, ann, bob }) => {
    const { _id: id } = await writePost(bob)
    const { report } = await ann.call('POST /api/reports', { body: { kind: 'post', id, rule: 'spam' } })
    const decide = (...actions: ('none' | 'warn')[]) =>
      moderator.call('POST /api/moderation/decisions', {
        body: { reports: [report._id], actions, message: 'Decided.' },
      })
    await decide('none')
    const first = await n.only(ann)
    expect(first).toMatchObject({ kind: 'report', report: { _id: report._id, hasConsequence: false } })
    await decide('warn')
    expect(await n.only(ann)).toMatchObject({ ...first, report: { _id: report._id, hasConsequence: true } })
  })

  test('is gone with its post, and its rows', async ({ app, ann, bob }) => {
    const { _id } = await writePost(ann)
    await like(bob, _id)
    await comment(bob, _id, 'A comment')
    expect((await n.listOf(ann)).unread).toBe(2)
    await n.deletePost(ann, _id)
    expect(await n.listOf(ann)).toEqual({ notifications: [], nextCursor: null, unread: 0, latest: null })
    for (const table of ['notification_groups', 'notification_events'] as const) {
      const rows = app.db.read
        .selectFrom(table)
        .select('kind')
        .where('recipient_id', '=', Number(ann._id) as MemberId)
      expect(await rows.execute()).toEqual([])
    }
  })

  test('is gone while the comment that it tells of is hidden', async ({ ann, bob, carl }) => {
    const { _id } = await writePost(ann)
    const params = { postId: _id, commentId: await comment(bob, _id, `Hello @${carl.username}`) }
    await ann.call('POST /api/comments/hide/:postId/:commentId', { params })
    expect([await told(ann), await told(carl)]).toEqual([[], []])
    expect((await n.listOf(carl)).unread).toBe(0)
    await ann.call('POST /api/comments/unhide/:postId/:commentId', { params })
    expect([await told(ann), await told(carl)]).toEqual([[`comment ${bob.username}`], [`mention ${bob.username}`]])
  })

  test('of a mention goes to the first 20 in the text; others have other reasons', async ({ member, ann, bob }) => {
    const { _id } = await writePost(ann)
    await comment(bob, _id, 'The first')
    const writer = await member('writer')
    const crowd = []
    for (let count = 0; count < 20; count++) crowd.unshift(await member('named'))
    const names = [...crowd, ann, bob].map(({ username }) => `@${username}`)
    await comment(writer, _id, names.join(' '))
    for (const named of crowd) expect(await told(named)).toEqual([`mention ${writer.username}`])
    expect(await told(ann)).toEqual([`comment ${writer.username} ${bob.username}`])
    expect(await told(bob)).toEqual([`reply ${writer.username}`])
  })

  test('of a comment goes to the latest 100 authors of the latest 200 comments', async ({ app, ann, bob, carl }) => {
    const { _id } = await writePost(ann)
    const written = async (authors: readonly MemberId[]) => {
      const rows = authors.map((author) => ({
        id: app.db.ids.next<CommentId>(),
        post_id: Number(_id) as PostId,
        author_id: author,
        text: 'One of many',
        updated_at: Date.now(),
      }))
      await app.db.write((transaction) => transaction.insertInto('comments').values(rows).execute())
    }
    const crowd = await insertCrowd(app.db, 100)
    await comment(bob, _id, 'The first')
    await written(crowd.slice(0, 99))
    await comment(carl, _id, 'There are bob and 99 others')
    expect(await told(bob)).toEqual([`reply ${carl.username}`])
    await written(crowd)
    await comment(ann, _id, 'There are carl and 100 others, who are later')
    expect(await told(carl)).toEqual([])
    await comment(carl, _id, 'Here again')
    await written(Array(200).fill(crowd[0]))
    await comment(ann, _id, 'The latest 200 are by one')
    expect(await told(carl)).toEqual([])
  })

  test('does not name members who have left, or between whom and the viewer is a block', async ({ ann, bob, carl }) => {
    const { _id } = await writePost(ann)
    for (const member of [bob, carl]) await like(member, _id)
    await block(bob, ann)
    expect(await n.only(ann)).toMatchObject({ peopleCount: 1 })
    expect(await told(ann)).toEqual([`like ${carl.username}`])
    await carl.call('POST /api/account/delete', { body: { password: PASSWORD } })
    expect(await n.listOf(ann)).toMatchObject({ notifications: [], unread: 0 })
    await unblock(bob, ann)
    expect(await told(ann)).toEqual([`like ${bob.username}`])
  })

  test('is never about oneself', async ({ ann }) => {
    const { _id } = await writePost(ann, `@${ann.username}`)
    await like(ann, _id)
    const commentId = await comment(ann, _id, `@${ann.username}`)
    await comment(ann, _id, 'Again')
    await n.upvote(ann, _id, commentId)
    expect(await told(ann)).toEqual([])
  })

  test('about a post that the viewer may not read is not shown', async ({ app, ann, bob, carl }) => {
    await follow(bob, ann)
    await writePost(ann, `@${bob.username} @${carl.username}`)
    await setAudience(app, ann, PRIVATE)
    expect([await told(bob), await told(carl)]).toEqual([[`mention ${ann.username}`], []])
    await n.unfollow(bob, ann)
    expect(await n.listOf(bob)).toMatchObject({ notifications: [], unread: 0 })
  })
})
