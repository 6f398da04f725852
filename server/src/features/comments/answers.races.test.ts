import { patient } from '@quack/testing/patience'
import { isLong } from '@quack/testing/tier'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { MINIMAL } from '../../../test/client.ts'
import { test } from '../../../test/comment-fixtures.ts'
import { findWrongCounts } from '../../../test/counts.ts'
import { appoint } from '../../../test/members.ts'
import { isWriteWaiting } from '../../../test/waiting-writes.ts'
import type { CommentId, MemberId, PostId } from '../../database/schema.ts'
import * as queries from './reading/comments.queries.ts'

const ROUNDS = isLong ? 12 : 6

/** A tree's only branch is a place with one answer. */
const PLACE = { text: '', hidden: 'everyone', answerCount: 1, answers: [{ text: 'Late' }] }

describe('an answer that is being written while the comment goes', () => {
  test.for(['its author', 'a moderator', 'the end of the account'] as const)(
    'by %s leaves its place',
    async (by, { app, ann, bob, member, comment, postId }) => {
      const [moderator, author] = [await member('mod'), await member('author')]
      await appoint(app, moderator, 'moderator')
      const { _id } = await comment(author)
      const send = (sender: typeof ann, url: string, payload: object = {}) =>
        sender.send({ method: 'POST', url, payload, headers: MINIMAL })
      const reported = await send(ann, '/api/reports', { kind: 'comment', id: _id, rule: 'spam' })
      const reports = [(reported.body as { report: { _id: string } }).report._id]
      const ends = {
        'its author': () => send(author, `/api/comments/delete/${postId}/${_id}`),
        'a moderator': () =>
          send(moderator, '/api/moderation/decisions', { reports, actions: ['delete'], message: 'No.' }),
        'the end of the account': () => send(author, '/api/account/delete', { password: PASSWORD }),
      }
      const ending = await app.db.write(async (transaction) => {
        const [post, id] = [Number(postId) as PostId, Number(_id) as CommentId]
        await queries.countComments(transaction, post, 1)
        const answered = await queries.findToAnswer(transaction, post, id)
        const place = { answers_id: answered?.id ?? null, top_id: answered?.id ?? null }
        const row = {
          id: app.db.ids.next<CommentId>(),
          post_id: post,
          author_id: Number(bob._id) as MemberId,
          ...place,
        }
        await queries.insertComment(transaction, { ...row, text: 'Late', updated_at: Date.now() })
        const end = ends[by]()
        await expect.poll(() => isWriteWaiting(app.db), { timeout: patient(10_000) }).toBe(true)
        return { end }
      })
      expect((await ending.end).status).toBeLessThan(300)
      const rows = app.db.primary
        .selectFrom('comments')
        .select('id')
        .where('id', '=', Number(_id) as CommentId)
      await expect.poll(() => rows.execute(), { timeout: patient(10_000) }).toEqual([])
      const query = { as: 'tree' } as const
      const { comments } = await app.visitor.call('GET /api/comments/:postId', { params: { postId }, query })
      expect(comments).toMatchObject([{ _id, ...PLACE }])
    },
  )
})

describe('an answer at the same instant as the end of the comment', () => {
  test('by its author, a moderator or the end of the account leaves its place, or is refused', async ({
    app,
    ann,
    bob,
    member,
    comment,
    postId,
  }) => {
    const moderator = await member('mod')
    await appoint(app, moderator, 'moderator')
    const send = (by: typeof ann, url: string, payload: object = {}) =>
      by.send({ method: 'POST', url, payload, headers: MINIMAL })
    for (let round = 0; round < ROUNDS; round++) {
      const author = await member(`author${round}`)
      const { _id } = await comment(author)
      const ends = [
        () => send(author, `/api/comments/delete/${postId}/${_id}`),
        async () => {
          const { body } = await send(ann, '/api/reports', { kind: 'comment', id: _id, rule: 'spam' })
          const reports = [(body as { report: { _id: string } }).report._id]
          return send(moderator, '/api/moderation/decisions', { reports, actions: ['delete'], message: 'No.' })
        },
        () => send(author, '/api/account/delete', { password: PASSWORD }),
      ]
      const end = ends[round % 3] as (typeof ends)[number]
      const answer = () => send(bob, `/api/comments/add/${postId}`, { commentData: { text: 'Late', answering: _id } })
      const pairs = round % 2 === 0 ? [answer(), end()] : [end(), answer()].reverse()
      const [answered, ended] = await Promise.all(pairs as [ReturnType<typeof answer>, ReturnType<typeof answer>])
      expect(ended?.status).toBeLessThan(300)
      const { comments } = await app.visitor.call('GET /api/comments/:postId', {
        params: { postId },
        query: { as: 'tree', limit: 1 },
      })
      expect([201, 404]).toContain(answered?.status)
      if (answered?.status === 201) expect(comments).toMatchObject([{ _id, ...PLACE }])
      else expect(comments.some((each) => each._id === _id)).toBe(false)
    }
    const orphans = app.db.primary
      .selectFrom('comments as answer')
      .select('answer.id')
      .where('answer.answers_id', 'is not', null)
      .where('answer.answers_id', 'not in', (query) => query.selectFrom('comments').select('id'))
      .where('answer.answers_id', 'not in', (query) => query.selectFrom('comment_places').select('id'))
    expect(await orphans.execute()).toEqual([])
    expect(await findWrongCounts(app.db.primary)).toEqual([])
  })
})
