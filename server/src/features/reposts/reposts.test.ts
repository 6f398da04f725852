import type { WhoMayRepost } from '@quack/contract'
import { describe, expect } from 'vitest'
import { LIMITED, PRIVATE, PUBLIC, setAudience } from '../../../test/audience.ts'
import { block, follow, unblock } from '../../../test/blocks.ts'
import { type Client, MINIMAL } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { unfollow } from '../../../test/notifications.ts'
import { refusal } from '../../../test/refusals.ts'
import { refuseRepost, repost, undoRepost } from '../../../test/reposts.ts'

const read = async (reader: Client, postId: string) =>
  (await reader.call('GET /api/posts/:postId', { params: { postId } })).post
const repostersOf = async (reader: Client, postId: string) => {
  const { reposts, ...page } = await reader.call('GET /api/posts/:postId/reposts', { params: { postId } })
  return { ...page, names: reposts.map(({ username }) => username) }
}
const edit = (author: TestMember, postId: string, postData: { content?: string; whoMayRepost?: WhoMayRepost }) =>
  author.call('POST /api/posts/edit/:postId', { params: { postId }, body: { postData }, headers: MINIMAL })

const test = base.extend('postId', async ({ ann }) => (await writePost(ann))._id)

describe('a repost', () => {
  test('is counted once and told to its viewer alone, until it is taken back', async ({ ann, bob, carl, postId }) => {
    const before = await read(bob, postId)
    expect(JSON.stringify(before)).not.toMatch(/repost/i)
    const { post } = await repost(carl, postId)
    expect(post).toMatchObject({ repostCount: 1, viewer: { liked: false, reposted: true } })
    expect((await repost(carl, postId)).post).toEqual(post)
    expect((await repost(bob, postId)).post.repostCount).toBe(2)
    expect(await read(ann, postId)).toMatchObject({ repostCount: 2, viewer: before.viewer })
    expect(await repostersOf(ann, postId)).toMatchObject({ names: [bob.username, carl.username], hiddenCount: 0 })
    expect((await undoRepost(carl, postId)).post).toMatchObject({ repostCount: 1, viewer: before.viewer })
    await undoRepost(bob, postId)
    expect((await undoRepost(bob, postId)).post).toEqual(before)
    expect((await repostersOf(ann, postId)).names).toEqual([])
  })

  test('is of a post of somebody else, whose author lets everyone see it and repost it', async ({
    app,
    ann,
    bob,
    postId,
  }) => {
    expect(await refuseRepost(ann, postId)).toEqual(refusal('repostOwn'))
    expect(await refuseRepost(bob, '1')).toEqual(refusal('postUnknown'))
    await edit(ann, postId, { whoMayRepost: 'nobody' })
    expect(await refuseRepost(bob, postId)).toEqual(refusal('repostForbidden'))
    await edit(ann, postId, { whoMayRepost: 'everyone' })
    for (const audience of [PRIVATE, LIMITED]) {
      await setAudience(app, ann, audience)
      expect(await refuseRepost(bob, postId)).toEqual(refusal('postUnknown'))
      await setAudience(app, ann, PUBLIC)
      await follow(bob, ann)
      await setAudience(app, ann, audience)
      expect(await refuseRepost(bob, postId)).toEqual(refusal('repostForbidden'))
      await unfollow(bob, ann)
      await setAudience(app, ann, PUBLIC)
    }
    await block(ann, bob)
    expect(await refuseRepost(bob, postId)).toEqual(refusal('postUnknown'))
    await unblock(ann, bob)
    expect((await repost(bob, postId)).post.repostCount).toBe(1)
  })

  test('stays when the post is no longer for everyone; who has reposted it is known to those who see both', async ({
    app,
    ann,
    bob,
    carl,
    postId,
  }) => {
    await repost(bob, postId)
    await repost(carl, postId)
    await edit(ann, postId, { whoMayRepost: 'nobody' })
    expect(await read(bob, postId)).toMatchObject({
      repostCount: 2,
      whoMayRepost: 'nobody',
      viewer: { reposted: true },
    })
    await block(bob, carl)
    expect(await repostersOf(carl, postId)).toMatchObject({ names: [carl.username], hiddenCount: 1 })
    expect(await repostersOf(ann, postId)).toMatchObject({ names: [carl.username, bob.username], hiddenCount: 0 })
    await setAudience(app, ann, PRIVATE)
    const params = { postId }
    expect(await carl.refuse('GET /api/posts/:postId/reposts', { params })).toEqual(refusal('postUnknown'))
    expect((await repostersOf(ann, postId)).names).toEqual([carl.username, bob.username])
  })
})

describe('who may repost', () => {
  test('is what a post says, and else what its author has chosen for new posts', async ({ ann, bob }) => {
    const write = async (whoMayRepost?: WhoMayRepost) => {
      const postData = { content: 'A post', ...(whoMayRepost && { whoMayRepost }) }
      const { post } = await ann.call('POST /api/posts', { body: { postData }, headers: MINIMAL })
      return { postId: post?._id ?? '', whoMayRepost: post?.whoMayRepost }
    }
    const choose = async (whoMayRepost: WhoMayRepost) =>
      (await ann.call('POST /api/account/reposts', { body: { whoMayRepost } })).user.whoMayRepost
    const free = await write()
    expect(free.whoMayRepost).toBeUndefined()
    expect((await write('nobody')).whoMayRepost).toBe('nobody')
    expect(await choose('nobody')).toBe('nobody')
    const params = { username: ann.username }
    expect((await bob.call('GET /api/users/:username', { params })).user).not.toHaveProperty('whoMayRepost')
    expect((await write('everyone')).whoMayRepost).toBeUndefined()
    const { postId } = await write()
    expect((await edit(ann, postId, { content: 'Edited' })).post?.whoMayRepost).toBe('nobody')
    expect((await read(bob, free.postId)).whoMayRepost).toBeUndefined()
    expect(await choose('everyone')).toBeUndefined()
    expect((await read(bob, postId)).whoMayRepost).toBe('nobody')
  })
})

describe('the reposts of a member', () => {
  test('are hidden for a follower until they show them again, or follow anew', async ({ ann, bob }) => {
    const params = { id: ann._id }
    const hide = () => bob.call('PUT /api/users/:id/hidden-reposts', { params })
    const relation = async () =>
      (await bob.call('GET /api/users/:username', { params: { username: ann.username }, query: { embed: 0 } })).user
        .viewer
    expect(await bob.refuse('PUT /api/users/:id/hidden-reposts', { params })).toEqual(refusal('notFollowing'))
    await follow(bob, ann)
    const plain = await relation()
    expect(plain).toEqual({ following: true, followedBy: false })
    expect((await hide()).user.viewer).toEqual({ ...plain, hidesReposts: true })
    expect((await hide()).user.viewer).toEqual({ ...plain, hidesReposts: true })
    expect(await relation()).toEqual({ ...plain, hidesReposts: true })
    expect((await bob.call('DELETE /api/users/:id/hidden-reposts', { params })).user.viewer).toEqual(plain)
    expect(await relation()).toEqual(plain)
    await hide()
    await unfollow(bob, ann)
    await follow(bob, ann)
    expect(await relation()).toEqual(plain)
    await block(ann, bob)
    for (const method of ['PUT', 'DELETE'] as const)
      expect(await bob.refuse(`${method} /api/users/:id/hidden-reposts`, { params })).toEqual(refusal('memberUnknown'))
  })
})
