import type { WhoMayComment } from '@quack/contract'
import { describe, expect } from 'vitest'
import { block, comment, commentsOf, MINIMAL, unblock } from '../../../test/blocks.ts'
import { test } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'

const ADD = 'POST /api/comments/add/:postId'
const HIDE = 'POST /api/comments/hide/:postId/:commentId'
const UNHIDE = 'POST /api/comments/unhide/:postId/:commentId'

async function write(author: TestMember, whoMayComment: WhoMayComment, content = 'A post') {
  const { post } = await author.call('POST /api/posts', {
    body: { postData: { content, whoMayComment } },
    headers: MINIMAL,
  })
  return post ?? { _id: '', whoMayComment: undefined }
}

/** Whether the member may comment. */
async function may(member: TestMember, postId: string): Promise<boolean> {
  const payload = { commentData: { text: 'Hello' } }
  const { status, headers } = await member.send({ method: 'POST', url: `/api/comments/add/${postId}`, payload })
  expect([201, 403]).toContain(status)
  if (status === 403) expect(headers['quack-error-code']).toBe('commentsClosed')
  return status === 201
}

describe('who may comment', () => {
  test('everyone, unless the author chooses otherwise', async ({ ann, bob }) => {
    const free = await writePost(ann)
    expect(free.whoMayComment).toBeUndefined()
    expect(await may(bob, free._id)).toBe(true)
    const closed = await write(ann, 'nobody')
    expect(closed.whoMayComment).toBe('nobody')
    expect([await may(bob, closed._id), await may(ann, closed._id)]).toEqual([false, true])
    const { post } = await bob.call('GET /api/posts/:postId', { params: { postId: closed._id } })
    expect(post).toMatchObject({ whoMayComment: 'nobody', commentCount: 1 })
    const body = { commentData: { text: 'x' } }
    expect(await bob.refuse(ADD, { params: { postId: closed._id }, body })).toEqual(refusal('commentsClosed'))
  })

  test('members whom the author follows, as of now', async ({ ann, bob, carl }) => {
    await ann.call('POST /api/users/follow/:id', { params: { id: bob._id } })
    await carl.call('POST /api/users/follow/:id', { params: { id: ann._id } })
    const { _id } = await write(ann, 'followed')
    expect([await may(ann, _id), await may(bob, _id), await may(carl, _id)]).toEqual([true, true, false])
    await ann.call('POST /api/users/unfollow/:id', { params: { id: bob._id } })
    expect(await may(bob, _id)).toBe(false)
  })

  test('members whom the text mentions', async ({ ann, bob, carl }) => {
    const text = `Hello @${bob.username.toUpperCase()}. And x@${carl.username}, @${carl.username}x`
    const { _id } = await write(ann, 'mentioned', text)
    expect([await may(bob, _id), await may(carl, _id), await may(ann, _id)]).toEqual([true, false, true])
  })

  test('members whom a name in the text means, not those with a shorter or a later one', async ({
    member,
    ann,
    bob,
  }) => {
    const longer = await member('', { username: `${bob.username}.b` })
    const { _id } = await write(ann, 'mentioned', `@${longer.username} and @${bob.username}.c.later`)
    const later = await member('', { username: `${bob.username}.c.later` })
    expect([await may(longer, _id), await may(bob, _id), await may(later, _id)]).toEqual([true, true, false])
    const { _id: other } = await write(ann, 'mentioned', `@${longer.username}`)
    expect([await may(longer, other), await may(bob, other)]).toEqual([true, false])
  })

  test('no member whom the author did not see when writing, also after the block', async ({ ann, bob, carl }) => {
    await block(ann, bob)
    await block(carl, ann)
    const { _id: postId } = await write(ann, 'mentioned', `@${bob.username} @${carl.username}`)
    const body = { commentData: { text: 'x' } }
    expect(await bob.refuse(ADD, { params: { postId }, body })).toEqual(refusal('postUnknown'))
    await unblock(ann, bob)
    await unblock(carl, ann)
    expect([await may(bob, postId), await may(carl, postId)]).toEqual([false, false])
  })

  test('members whom the post says it mentions for them, before and after an edit', async ({ ann, bob, carl }) => {
    const { _id: postId } = await write(ann, 'mentioned', `@${bob.username}`)
    const both = async () => {
      for (const viewer of [bob, carl]) {
        const { post } = await viewer.call('GET /api/posts/:postId', { params: { postId } })
        expect(await may(viewer, postId)).toBe(post.mentions?.includes(viewer.username) ?? false)
      }
      return [await may(bob, postId), await may(carl, postId)]
    }
    const edit = (content: string) =>
      ann.call('POST /api/posts/edit/:postId', {
        params: { postId },
        body: { postData: { content } },
        headers: MINIMAL,
      })
    expect(await both()).toEqual([true, false])
    await edit(`@${carl.username}`)
    expect(await both()).toEqual([false, true])
    await block(bob, carl)
    await edit(`@${bob.username} @${carl.username}`)
    expect(await both()).toEqual([true, true])
    await edit('Nobody')
    expect(await both()).toEqual([false, false])
  })

  test('can be changed later, without the text', async ({ ann, bob }) => {
    const { _id: postId } = await write(ann, 'nobody', 'As it was')
    const edit = (whoMayComment: WhoMayComment) =>
      ann.call('POST /api/posts/edit/:postId', { params: { postId }, body: { postData: { whoMayComment } } })
    await edit('everyone')
    expect(await may(bob, postId)).toBe(true)
    await edit('nobody')
    expect(await may(bob, postId)).toBe(false)
    const { post } = await bob.call('GET /api/posts/:postId', { params: { postId } })
    expect(post).toMatchObject({ content: 'As it was', whoMayComment: 'nobody', commentCount: 1 })
    await ann.call('POST /api/posts/edit/:postId', { params: { postId }, body: { postData: { content: 'Changed' } } })
    expect((await bob.call('GET /api/posts/:postId', { params: { postId } })).post.whoMayComment).toBe('nobody')
  })
})

describe('a hidden comment', () => {
  test('is marked for everybody, keeps its text, and is shown again', async ({ app, ann, bob, carl }) => {
    const { _id: postId } = await writePost(ann)
    const commentId = await comment(bob, postId, 'A remark')
    const params = { postId, commentId }
    const seen = async (reader: Pick<TestMember, 'call' | 'send'>) => {
      const [listed] = (await commentsOf(reader, postId)).comments
      const { post } = await reader.call('GET /api/posts/:postId', { params: { postId } })
      expect(post.comments[0]?.hidden).toBe(listed?.hidden)
      return [listed?.text, listed?.hidden]
    }
    const { post } = await ann.call(HIDE, { params, headers: MINIMAL })
    expect(post?.comments[0]).toMatchObject({ _id: commentId, hidden: 'author' })
    for (const reader of [ann, bob, carl, app.visitor]) expect(await seen(reader)).toEqual(['A remark', 'author'])
    expect(await ann.refuse(HIDE, { params })).toEqual(refusal('commentAlreadyHidden'))
    await ann.call(UNHIDE, { params, headers: MINIMAL })
    for (const reader of [ann, bob, carl, app.visitor]) expect(await seen(reader)).toEqual(['A remark', undefined])
    expect(await ann.refuse(UNHIDE, { params })).toEqual(refusal('commentNotHidden'))
  })

  test('is hidden by the author of the post alone', async ({ ann, bob, carl }) => {
    const { _id: postId } = await writePost(ann)
    const params = { postId, commentId: await comment(bob, postId, 'A remark') }
    for (const route of [HIDE, UNHIDE] as const) {
      for (const other of [bob, carl]) {
        expect(await other.refuse(route, { params })).toEqual(refusal('commentHideForbidden'))
      }
      expect(await ann.refuse(route, { params: { postId, commentId: '1' } })).toEqual(refusal('commentUnknown'))
      expect(await ann.refuse(route, { params: { ...params, postId: '1' } })).toEqual(refusal('postUnknown'))
    }
    expect((await commentsOf(ann, postId)).comments[0]?.hidden).toBeUndefined()
  })
})
