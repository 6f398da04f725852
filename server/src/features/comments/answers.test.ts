import { type Comment, ERRORS } from '@quack/contract'
import { ANSWERS_COUNTED, TREE_MAX } from '@quack/contract/rules/limits'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { block } from '../../../test/blocks.ts'
import { type Client, MINIMAL } from '../../../test/client.ts'
import { ADD, test as base, DELETE } from '../../../test/comment-fixtures.ts'
import { writePost } from '../../../test/members.ts'
import type { CommentId, MemberId, PostId } from '../../database/schema.ts'
import { insertComment } from './reading/comments.queries.ts'

const TREE = { as: 'tree' } as const
const UNKNOWN = ERRORS.commentUnknown.message

/** A comment as the trees below are written. */
const line = ({ text, hidden, answerCount, answers }: Comment): unknown => {
  const said = `${text || hidden}${answerCount === undefined ? '' : ` ${answerCount}`}`
  return answers?.length ? [said, ...answers.map(line)] : said
}

const test = base
  .extend('answer', ({ postId }) => async (author: Client, answering: string | undefined, text: string) => {
    const body = { commentData: { text, ...(answering !== undefined && { answering }) } }
    const { post } = await author.call(ADD, { params: { postId }, body, headers: MINIMAL })
    const [newest] = post?.comments ?? []
    if (!newest) throw new Error('The comment did not come back.')
    return newest
  })
  .extend('tree', ({ app, postId }) => async (client: Client = app.visitor) => {
    const { comments } = await client.call('GET /api/comments/:postId', { params: { postId }, query: TREE })
    return comments.map(line)
  })
  .extend('branch', ({ app }) => async (commentId: string, client: Client = app.visitor) => {
    const { answered, comment, answers } = await client.call('GET /api/comments/branch/:commentId', {
      params: { commentId },
    })
    return { answered: answered && line(answered), comment: line(comment), answers: answers.map(line) }
  })
  .extend('remove', ({ postId }) => async (author: Client, { _id }: { _id: string }) => {
    await author.call(DELETE, { params: { postId, commentId: _id }, headers: MINIMAL })
  })

describe('answers to comments', () => {
  test('a comment says what it answers, and stays in the flat list', async ({
    ann,
    bob,
    answer,
    list,
    postId,
    app,
  }) => {
    const top = await answer(ann, undefined, 'top')
    expect(top).not.toHaveProperty('answering')
    const below = await answer(bob, top._id, 'below')
    expect(below.answering).toEqual({ _id: top._id, username: ann.username })
    expect((await list()).map(({ text, answering }) => [text, answering?._id])).toEqual([
      ['below', top._id],
      ['top', undefined],
    ])
    await block(ann, bob)
    const { post } = await bob.call('GET /api/posts/:postId', { params: { postId } }).catch(() => ({ post: null }))
    expect(post).toBeNull()
    expect((await list(app.visitor)).map(({ text }) => text)).toEqual(['top'])
  })

  test('trees have the newest branch first, and the first answers, oldest first, two levels deep', async ({
    ann,
    bob,
    answer,
    tree,
    branch,
  }) => {
    const first = await answer(ann, undefined, 'first')
    await answer(bob, undefined, 'second')
    const one = await answer(bob, first._id, 'one')
    for (const text of ['two', 'three', 'four']) await answer(bob, first._id, text)
    const inner = await answer(ann, one._id, 'one.1')
    for (const text of ['one.2', 'one.3']) await answer(ann, one._id, text)
    const deep = await answer(bob, inner._id, 'one.1.1')

    expect(await tree()).toEqual(['second 0', ['first 8', 'one 4', 'one.1 1', 'two 0', 'three 0']])
    expect(await branch(one._id)).toEqual({
      answered: 'first',
      comment: 'one 4',
      answers: [['one.1 1', 'one.1.1 0'], 'one.2 0', 'one.3 0'],
    })
    expect(await branch(deep._id)).toEqual({ answered: 'one.1', comment: 'one.1.1 0', answers: [] })
    expect(await branch(first._id)).toMatchObject({ answered: undefined, comment: 'first 8' })
  })

  test('one page puts together only so many answers, and the next one goes on', async ({ app, ann, postId }) => {
    const branchCount = TREE_MAX / ANSWERS_COUNTED + 2
    const on = { post_id: Number(postId) as PostId, author_id: Number(ann._id) as MemberId, text: 'Hm', updated_at: 1 }
    const tops = Array.from({ length: branchCount }, () => app.db.ids.next<CommentId>())
    await app.db.write(async (transaction) => {
      for (const id of tops) await insertComment(transaction, { ...on, id, answers_id: null, top_id: null })
      const after = app.db.ids.next()
      // One more than are counted.
      for (const [index, top] of tops.entries())
        await sql`
          insert into comments (id, post_id, author_id, text, updated_at, answers_id, top_id)
          with recursive numbers (number) as (
            select 0 union all select number + 1 from numbers where number < ${sql.lit(ANSWERS_COUNTED)})
          select ${sql.lit(after + index * 1_000)} + number, post_id, author_id, 'Hm', 1, id, id
          from comments, numbers where id = ${sql.lit(top)}`.execute(transaction)
    })
    const page = (cursor?: string) =>
      app.visitor.call('GET /api/comments/:postId', {
        params: { postId },
        query: { ...TREE, limit: branchCount, ...(cursor && { cursor }) },
      })
    const first = await page()
    expect(first.comments.map(({ answerCount }) => answerCount)).toEqual(tops.slice(2).map(() => ANSWERS_COUNTED))
    const last = await page(first.nextCursor ?? '')
    expect([...first.comments, ...last.comments].map(({ _id }) => Number(_id))).toEqual(tops.toReversed())
    expect(last.nextCursor).toBeNull()
  })

  test('branches are paged', async ({ ann, answer, app }) => {
    const { _id: commentId } = await answer(ann, undefined, 'top')
    for (const text of ['1', '2', '3']) await answer(ann, commentId, text)
    const pageAfter = (cursor?: string) =>
      app.visitor.call('GET /api/comments/branch/:commentId', {
        params: { commentId },
        query: { limit: 2, ...(cursor && { cursor }) },
      })
    const page = await pageAfter()
    expect(page.answers.map(({ text }) => text)).toEqual(['1', '2'])
    const next = await pageAfter(page.nextCursor ?? '')
    expect(next.answers.map(({ text }) => text)).toEqual(['3'])
    expect(next.nextCursor).toBeNull()
  })

  test('a deleted comment keeps its place while answers stand below', async ({
    ann,
    bob,
    answer,
    tree,
    branch,
    remove,
    list,
    app,
    postId,
  }) => {
    const top = await answer(ann, undefined, 'top')
    const middle = await answer(bob, top._id, 'middle')
    const leaf = await answer(ann, middle._id, 'leaf')
    await remove(bob, middle)
    expect(await tree()).toEqual([['top 1', 'everyone 1', 'leaf 0']])
    await remove(ann, top)
    expect(await tree()).toEqual([['everyone 1', 'everyone 1', 'leaf 0']])
    expect(await branch(middle._id)).toEqual({ answered: 'everyone', comment: 'everyone 1', answers: ['leaf 0'] })
    expect(await list()).toMatchObject([{ text: 'leaf', answering: { _id: middle._id } }])
    expect((await list())[0]?.answering).not.toHaveProperty('username')
    const { post } = await app.visitor.call('GET /api/posts/:postId', { params: { postId } })
    expect(post.commentCount).toBe(1)
    await expect(answer(bob, middle._id, 'late')).rejects.toThrow(UNKNOWN)
    await remove(ann, leaf)
    expect(await tree()).toEqual([])
    await expect(branch(top._id)).rejects.toThrow(UNKNOWN)
    expect(await app.db.primary.selectFrom('comment_places').select('id').execute()).toEqual([])

    const other = await answer(ann, undefined, 'other')
    const below = await answer(bob, other._id, 'below')
    const inner = await answer(bob, below._id, 'middle')
    await answer(bob, other._id, 'stays')
    for (const each of [below, inner]) await remove(bob, each)
    expect(await tree()).toEqual([['other 1', 'stays 0']])
  })

  test('comments that nobody sees, or that the viewer does not, keep their places too', async ({
    ann,
    bob,
    member,
    answer,
    tree,
    app,
    postId,
  }) => {
    const eve = await member('eve')
    const top = await answer(eve, undefined, 'of eve')
    const ofBob = await answer(bob, top._id, 'of bob')
    await answer(eve, ofBob._id, 'without answers')
    await answer(eve, undefined, 'alone')
    await block(bob, eve)
    expect(await tree(bob)).toEqual(['member 0', ['member 2', 'of bob 1', 'member 0']])
    await block(ann, eve)
    expect(await tree()).toEqual([['everyone 1', 'of bob 0']])
    const query = TREE
    const { hiddenCount } = await app.visitor.call('GET /api/comments/:postId', { params: { postId }, query })
    expect(hiddenCount).toBe(1)
  })

  test('only a comment on the same post that the writer sees can be answered', async ({ ann, bob, member, answer }) => {
    const eve = await member('eve')
    const top = await answer(eve, undefined, 'top')
    await block(eve, bob)
    const other = await writePost(ann)
    const body = { commentData: { text: 'Hm', answering: top._id } }
    const elsewhere = ann.call(ADD, { params: { postId: other._id }, body })
    await expect(elsewhere).rejects.toThrow(UNKNOWN)
    for (const id of [top._id, '1', 'x']) await expect(answer(bob, id, 'Hm')).rejects.toThrow(UNKNOWN)
  })
})
