import { describe, expect } from 'vitest'
import { block, follow, like, type Reader, unblock } from '../../../test/blocks.ts'
import { test as base } from '../../../test/fixtures.ts'
import { writePost } from '../../../test/members.ts'

/** Ann has blocked Bob. Carl has nothing to do with it. */
const test = base.extend('post', async ({ ann, bob }) => {
  const post = await writePost(ann)
  await block(ann, bob)
  return post
})

describe('a block in lists', () => {
  test('leaves both out of lists, which stay full', async ({ ann, bob, carl, post }) => {
    const others = [await writePost(carl, 'one'), await writePost(bob), await writePost(carl, 'two')]
    const shown = [others[2]?._id, others[0]?._id, post._id]
    for (const path of ['/api/explore', '/api/posts'] as const) {
      const first = await ann.call(`GET ${path}`, { query: { limit: 2, embed: 0 } })
      expect(first.posts.map(({ _id }) => _id)).toEqual(shown.slice(0, 2))
      const next = await ann.call(`GET ${path}`, { query: { limit: 1, embed: 0, cursor: first.nextCursor ?? '' } })
      expect(next.posts[0]?._id).toBe(shown[2])
    }
    for (const path of ['/api/users', '/api/suggestions'] as const) {
      const { users } = await ann.call(`GET ${path}`, {})
      expect(users.map(({ _id }) => _id)).toContain(carl._id)
      expect(users.map(({ _id }) => _id)).not.toContain(bob._id)
    }
  })

  test('leaves the other out of lists of people, and says how many are missing', async ({ ann, bob, carl, member }) => {
    const dora = await member('dora')
    const { _id: postId } = await writePost(carl)
    for (const each of [ann, bob, dora]) {
      await like(each, postId)
      await follow(each, carl)
      await follow(carl, each)
    }
    await block(ann, bob)
    const { username } = carl
    const lists = async (reader: Reader) => {
      const likes = await reader.call('GET /api/posts/:postId/likes', { params: { postId } })
      const followers = await reader.call('GET /api/users/:username/followers', { params: { username } })
      const following = await reader.call('GET /api/users/:username/following', { params: { username } })
      return [
        [likes.likes, likes.hiddenCount] as const,
        [followers.followers, followers.hiddenCount] as const,
        [following.following, following.hiddenCount] as const,
      ].map(([people, hidden]) => [people.map((person) => person.username), hidden])
    }
    const [all, withoutBob] = [
      [dora, bob, ann],
      [dora, ann],
    ].map((list) => list.map((each) => each.username))
    expect(await lists(carl)).toEqual(Array(3).fill([all, 0]))
    expect(await lists(ann)).toEqual(Array(3).fill([withoutBob, 1]))
    expect(await lists(bob)).toEqual(Array(3).fill([[dora.username, bob.username], 1]))

    const { post } = await ann.call('GET /api/posts/:postId', { params: { postId } })
    expect(post.likes.likedByCount).toBe(3)
    expect(post.likes.likedBy.map((person) => person.username)).toEqual([ann.username, dora.username])
    const { user } = await ann.call('GET /api/users/:username', { params: { username } })
    expect(user.followersCount).toBe(3)
    expect(user.followers.map((person) => person.username)).toEqual([ann.username, dora.username])
  })

  test('counts a missing entry on the page where it would be', async ({ ann, bob, carl, member }) => {
    const dora = await member('dora')
    const { _id: postId } = await writePost(carl)
    for (const each of [bob, dora, ann]) await like(each, postId)
    await block(ann, bob)
    const page = (cursor?: string) =>
      ann.call('GET /api/posts/:postId/likes', {
        params: { postId },
        query: { limit: 1, ...(cursor ? { cursor } : {}) },
      })
    const first = await page()
    const second = await page(first.nextCursor ?? '')
    expect([first.hiddenCount, second.hiddenCount, second.nextCursor]).toEqual([0, 1, null])
  })

  test('hides bookmarked posts, and gives them back', async ({ ann, bob }) => {
    const mine = await writePost(ann)
    const theirs = await writePost(bob)
    for (const { _id: id } of [mine, theirs]) await ann.call('POST /api/users/bookmark/:id', { params: { id } })
    const bookmarks = async () => {
      const { user } = await ann.call('GET /api/users/:username', { params: { username: ann.username } })
      const { posts } = await ann.call('GET /api/bookmarks', { query: { limit: 2 } })
      const ids = await ann.call('GET /api/users/bookmark', {})
      return [user.bookmarks, posts.map(({ _id }) => _id), ids.bookmarks]
    }
    await block(bob, ann)
    expect(await bookmarks()).toEqual(Array(3).fill([mine._id]))
    await unblock(bob, ann)
    expect(await bookmarks()).toEqual(Array(3).fill([theirs._id, mine._id]))
  })

  test('is not answered by a plan of the list of a member without posts', async ({ address, ann, bob }) => {
    const url = `${address}/api/posts/user/${ann.username}?embed=0`
    const read = async () => (await fetch(url, { headers: { authorization: `Bearer ${bob.token}` } })).status
    for (let count = 0; count < 3; count++) expect(await read()).toBe(200)
    await block(ann, bob)
    // The first answer after the block caches whom Bob does not see.
    for (let count = 0; count < 3; count++) expect(await read()).toBe(404)
  })
})
