import { describe, expect } from 'vitest'
import { PRIVATE, PUBLIC, setAudience, setFollow } from '../../../test/audience.ts'
import { follow, like, type Reader } from '../../../test/blocks.ts'
import { test as base } from '../../../test/fixtures.ts'
import { writePost } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'

/** Ann's posts are for followers. Bob follows her, and she follows Carl, who does not. */
const test = base.extend('post', async ({ app, ann, bob, carl }) => {
  const post = await writePost(ann, 'For followers')
  await ann.call('POST /api/posts/pin/:postId', { params: { postId: post._id } })
  await follow(bob, ann)
  await follow(ann, carl)
  await setAudience(app, ann, PRIVATE)
  return post
})

describe('the lists of a member whose posts are for followers', () => {
  test('are refused to everyone else', async ({ app, ann, bob, carl, post }) => {
    const params = { username: ann.username }
    for (const route of [
      'GET /api/posts/user/:username',
      'GET /api/users/:username/followers',
      'GET /api/users/:username/following',
    ] as const) {
      for (const reader of [carl, app.visitor]) {
        for (const query of [{}, { limit: 1 }]) {
          expect(await reader.refuse(route, { params, query }), route).toEqual(refusal('followersOnly'))
        }
      }
      for (const reader of [ann, bob]) expect(JSON.stringify(await reader.call(route, { params }))).toContain('"_id"')
    }
    const { posts } = await bob.call('GET /api/posts/user/:username', { params })
    expect(posts.map(({ _id }) => _id)).toEqual([post._id])
  })

  test('are empty in the profile, which has no pinned post', async ({ app, ann, bob, carl, post }) => {
    const profileFor = async (reader: Reader, embed: number) => {
      const input = { params: { username: ann.username }, query: { embed } }
      const { user } = await reader.call('GET /api/users/:username', input)
      const listed = (await reader.call('GET /api/users', { query: { embed, limit: 4 } })).users
      expect(listed.find(({ _id }) => _id === ann._id)).toEqual(user)
      const names = [user.followers, user.following].map((list) => list.map(({ username }) => username))
      return { names, pinned: user.pinnedPost, private: user.private, followersCount: user.followersCount }
    }
    const [followers, following] = [[bob.username], [carl.username]]
    for (const embed of [0, 10, 10, 0]) {
      const closed = { names: [[], []], pinned: null, private: true, followersCount: 1 }
      for (const reader of [carl, app.visitor]) expect(await profileFor(reader, embed)).toEqual(closed)
      const open = { ...closed, names: embed === 0 ? [[], []] : [followers, following], pinned: post._id }
      for (const reader of [ann, bob]) expect(await profileFor(reader, embed)).toEqual(open)
    }
  })

  test('still have the member in those of others', async ({ app, ann, carl, post }) => {
    expect(post._id).toBeDefined()
    const { followers } = await app.visitor.call('GET /api/users/:username/followers', {
      params: { username: carl.username },
    })
    expect(followers).toMatchObject([{ username: ann.username }])
    const { users } = await carl.call('GET /api/suggestions')
    expect(users.find(({ _id }) => _id === ann._id)).toMatchObject({ followers: [], following: [], pinnedPost: null })
  })
})

describe('posts for followers', () => {
  test('are in no list for everyone, whose pages stay full', async ({ app, ann, bob, carl, post }) => {
    await writePost(carl, 'older')
    const shown = [await writePost(carl, 'one'), await writePost(ann), await writePost(carl, 'two')]
    const ids = [shown[2]?._id, shown[0]?._id]
    for (const reader of [ann, bob, carl, app.visitor]) {
      for (const path of ['/api/explore', '/api/posts'] as const) {
        for (let count = 0; count < 3; count++) {
          const { posts, nextCursor } = await reader.call(`GET ${path}`, { query: { limit: 2, embed: 0 } })
          expect(posts.map(({ _id }) => _id)).toEqual(ids)
          const next = await reader.call(`GET ${path}`, { query: { limit: 5, cursor: nextCursor ?? '' } })
          expect(next.posts.map(({ _id }) => _id)).not.toContain(post._id)
        }
      }
    }
    await setAudience(app, ann, PUBLIC)
    for (const reader of [carl, app.visitor]) {
      const { posts } = await reader.call('GET /api/explore', { query: { limit: 2, embed: 0 } })
      expect(posts.map(({ _id }) => _id)).toEqual([shown[2]?._id, shown[1]?._id])
    }
  })

  test('are in the home feed of their author and of followers', async ({ app, ann, bob, carl, post }) => {
    const homes = async () => {
      const answers = [ann, bob, carl].map(async (reader) => {
        const { posts } = await reader.call('GET /api/feed', { query: { embed: 0 } })
        return posts.some(({ _id }) => _id === post._id)
      })
      return Promise.all(answers)
    }
    for (let count = 0; count < 2; count++) expect(await homes()).toEqual([true, true, false])
    await setFollow(app, [bob, ann], false)
    expect(await homes()).toEqual([true, false, false])
    await setFollow(app, [carl, ann], true)
    expect(await homes()).toEqual([true, false, true])
  })

  test('leave the bookmarks of those who may not read them, and return', async ({ app, ann, bob, post }) => {
    const mine = await writePost(bob)
    for (const { _id: id } of [mine, post]) await bob.call('POST /api/users/bookmark/:id', { params: { id } })
    const bookmarks = async () => {
      const { user } = await bob.call('GET /api/users/:username', { params: { username: bob.username } })
      const { posts } = await bob.call('GET /api/bookmarks', { query: { limit: 1 } })
      const ids = await bob.call('GET /api/users/bookmark', {})
      return [user.bookmarks, posts.map(({ _id }) => _id), ids.bookmarks]
    }
    const all = [post._id, mine._id]
    expect(await bookmarks()).toEqual([all, [post._id], all])
    await setFollow(app, [bob, ann], false)
    expect(await bookmarks()).toEqual(Array(3).fill([mine._id]))
    await setFollow(app, [bob, ann], true)
    expect(await bookmarks()).toEqual([all, [post._id], all])
  })

  test('keep the likes of members who may no longer read them', async ({ app, ann, bob, post }) => {
    await like(bob, post._id)
    await setFollow(app, [bob, ann], false)
    const { likes } = await ann.call('GET /api/posts/:postId/likes', { params: { postId: post._id } })
    expect(likes).toMatchObject([{ username: bob.username }])
  })
})
