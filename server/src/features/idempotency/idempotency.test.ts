import { IDEMPOTENCY_SECONDS } from '@quack/contract/rules/limits'
import { describe, expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { malformed, refusal } from '../../../test/refusals.ts'

const test = base.extend('postsOf', ({ app }) => {
  return async ({ username }: TestMember) =>
    (await app.visitor.call('GET /api/posts/user/:username', { params: { username } })).posts.length
})

describe('an Idempotency-Key', () => {
  const write = async (author: TestMember, key: string, content: string) => {
    const headers = { prefer: 'return=minimal', 'idempotency-key': key }
    return (await author.call('POST /api/posts', { body: { postData: { content } }, headers })).post?._id
  }
  test('makes a repeated request create one post and answer the same', async ({ ann, postsOf }) => {
    const before = await postsOf(ann)
    const made = await write(ann, 'key', 'once')
    expect(await write(ann, 'key', 'once')).toBe(made)
    expect(await postsOf(ann)).toBe(before + 1)
  })

  test('belongs to one member; without a key every request creates a post', async ({ ann, bob }) => {
    const ids = [await write(ann, 'shared', 'x'), await write(bob, 'shared', 'x'), await write(ann, 'other', 'x')]
    expect(new Set(ids).size).toBe(3)
    const same = [await writePost(ann, 'same'), await writePost(ann, 'same')]
    expect(same[0]?._id).not.toBe(same[1]?._id)
  })

  test('cannot be used for a different request', async ({ ann }) => {
    await write(ann, 'used', 'one')
    const headers = { 'idempotency-key': 'used' }
    const body = { postData: { content: 'two' } }
    expect(await ann.refuse('POST /api/posts', { body, headers })).toEqual(refusal('idempotencyKeyReused'))
    const { _id: postId } = await writePost(ann)
    const comment = { params: { postId }, body: { commentData: { text: 'one' } }, headers }
    expect(await ann.refuse('POST /api/comments/add/:postId', comment)).toEqual(refusal('idempotencyKeyReused'))
  })

  test('is the same for a post with and without the name of its author, which is ignored', async ({ ann }) => {
    const made = await write(ann, 'named', 'once')
    const headers = { 'idempotency-key': 'named', prefer: 'return=minimal' }
    const body = { postData: { firstName: 'Some', content: 'once', lastName: null } }
    expect((await ann.call('POST /api/posts', { body, headers })).post?._id).toBe(made)
  })

  test('makes a repeated request create one comment; for another post it is refused', async ({ ann, bob }) => {
    const params = { postId: (await writePost(ann))._id }
    const input = { body: { commentData: { text: 'once' } }, headers: { 'idempotency-key': 'comment' } }
    await bob.call('POST /api/comments/add/:postId', { ...input, params })
    await bob.call('POST /api/comments/add/:postId', { ...input, params })
    const { post } = await bob.call('GET /api/posts/:postId', { params })
    expect(post).toMatchObject({ commentCount: 1, comments: [{ text: 'once' }] })
    const elsewhere = { ...input, params: { postId: (await writePost(ann))._id } }
    expect(await bob.refuse('POST /api/comments/add/:postId', elsewhere)).toEqual(refusal('idempotencyKeyReused'))
  })

  test('is not used up by a request that was refused', async ({ ann }) => {
    const headers = { 'idempotency-key': 'refused', prefer: 'return=minimal' }
    expect(await ann.refuse('POST /api/posts', { body: { postData: {} }, headers })).toEqual(refusal('postEmpty'))
    const gone = { params: { postId: '1' }, body: { commentData: { text: 'x' } }, headers }
    expect(await ann.refuse('POST /api/comments/add/:postId', gone)).toEqual(refusal('postUnknown'))
    expect(await write(ann, 'refused', 'now')).toMatch(/^\d+$/)
  })

  test('does not restore a post that was deleted meanwhile', async ({ ann }) => {
    const postId = String(await write(ann, 'deleted', 'gone'))
    await ann.call('DELETE /api/posts/:postId', { params: { postId } })
    const headers = { 'idempotency-key': 'deleted', prefer: 'return=minimal' }
    const again = { body: { postData: { content: 'gone' } }, headers }
    expect(await ann.refuse('POST /api/posts', again)).toEqual(refusal('postUnknown'))
  })

  test('expires after seven days', async ({ app, ann }) => {
    expect(IDEMPOTENCY_SECONDS).toBe(7 * 24 * 60 * 60)
    const made = await write(ann, 'weekly', 'again')
    const age = (seconds: number) =>
      app.db.write((transaction) =>
        transaction
          .updateTable('idempotency_keys')
          .set({ created_at: Date.now() - seconds * 1_000 } as never)
          .where('key', '=', 'weekly')
          .execute(),
      )
    await age(IDEMPOTENCY_SECONDS - 60)
    expect(await write(ann, 'weekly', 'again')).toBe(made)
    await age(IDEMPOTENCY_SECONDS + 60)
    expect(await write(ann, 'weekly', 'again')).not.toBe(made)
  })

  test('has 1 to 100 characters', async ({ ann }) => {
    expect(await write(ann, 'k'.repeat(100), 'longest')).toMatch(/^\d+$/)
    const refuse = (key: string) =>
      ann.refuse('POST /api/posts', { body: { postData: { content: 'x' } }, headers: { 'idempotency-key': key } })
    expect(await refuse('k'.repeat(101))).toEqual(malformed('idempotency-key must have at most 100 characters.'))
    expect(await refuse('')).toEqual(malformed('idempotency-key is required.'))
  })
})
