import { GUEST } from '@quack/contract/rules/demo'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createClient } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { signUp } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'
import type { Database } from '../../database/database.ts'
import { seedDemo } from './demo.seed.ts'

const test = base
  .extend('options', { scope: 'file' }, () => ({ guestLogin: true }))
  // A node that dies at the end of it, before its commit; then two nodes that start at the same instant.
  .extend('filled', { scope: 'file', auto: true }, async ({ app: { db, media, app } }) => {
    const write: Database['write'] = (work, options) =>
      db.write(async (transaction) => {
        const result = await work(transaction)
        if (result === true) throw new Error('The node is gone.')
        return result
      }, options)
    await expect(seedDemo({ ...db, write }, media, app.log)).rejects.toThrow('The node is gone.')
    return Promise.all([seedDemo(db, media, app.log), seedDemo(db, media, app.log)])
  })

describe('the demo', () => {
  test('fills an empty installation once, also after it was interrupted: ten members and nineteen posts, whose figures agree with their lists', async ({
    app,
    filled,
  }) => {
    expect(filled.toSorted()).toEqual([false, true])
    const { users } = await app.visitor.call('GET /api/users')
    const { posts } = await app.visitor.call('GET /api/posts')
    expect(users).toHaveLength(10)
    expect(posts).toHaveLength(19)
    for (const { followers, following, followersCount, followingCount, postsCount, username } of users) {
      expect([followersCount, followingCount]).toEqual([followers.length, following.length])
      expect(postsCount).toBe(posts.filter((post) => post.username === username).length)
    }
    for (const { likes, comments, commentCount } of posts) {
      expect(likes).toMatchObject({ likeCount: likes.likedBy.length, likedByCount: likes.likedBy.length })
      expect(commentCount).toBe(comments.length)
      for (const { votes } of comments) {
        expect([votes.upvoteCount, votes.downvoteCount]).toEqual([votes.upvotedBy.length, votes.downvotedBy.length])
      }
    }
    expect(await seedDemo(app.db, app.media, app.app.log)).toBe(false)
  })

  test('has hashtags that trend', async ({ app }) => {
    const { tags } = await app.visitor.call('GET /api/trending-tags')
    expect(tags.map(({ name, membersCount }) => [name, membersCount])).toEqual([
      ['SmallJoys', 3],
      ['autumn', 3],
      ['GoldenHour', 2],
    ])
    const { posts } = await app.visitor.call('GET /api/tags/:tag/posts', { params: { tag: 'smalljoys' } })
    expect(posts).toHaveLength(3)
  })

  test('its media are served', async ({ app }) => {
    const { posts } = await app.visitor.call('GET /api/posts')
    for (const { mediaUrl } of posts.filter((post) => post.media !== null)) {
      expect((await app.app.inject({ url: mediaUrl })).statusCode, mediaUrl).toBe(200)
    }
  })

  async function logInAsGuest({ app, visitor }: TestApp) {
    return createClient(app, (await visitor.call('POST /api/auth/login', { body: GUEST })).encodedToken)
  }

  test('its guest signs in and finds a feed and bookmarks', async ({ app }) => {
    const { encodedToken, foundUser } = await app.visitor.call('POST /api/auth/login', { body: GUEST })
    const guest = createClient(app.app, encodedToken)
    expect((await guest.call('GET /api/feed')).posts.length).toBeGreaterThan(0)
    expect(foundUser.bookmarks.length).toBeGreaterThan(0)
    expect((await guest.call('GET /api/bookmarks')).posts.map(({ _id }) => _id)).toEqual(foundUser.bookmarks)
  })

  test('its guest does not sign in once the demo is off', async ({ app }) => {
    const { buildApp } = await import('../../app.ts')
    const later = await buildApp({ ...app.dependencies, guestLogin: false })
    const answer = await later.inject({ method: 'POST', url: '/api/auth/login', payload: GUEST })
    expect(answer.statusCode).toBe(401)
    await later.close()
  })

  test('its guest is refused by a node that has it off, whichever node they signed in on', async ({ app }) => {
    const guest = await logInAsGuest(app)
    expect((await guest.call('GET /api/feed')).posts.length).toBeGreaterThan(0)
    const db = await app.database.reopen()
    const off = await startTestApp({ ...app.dependencies, db, guestLogin: false })
    try {
      // Open sessions have ended for good, even if their tokens are cached.
      expect(await createClient(off.app, guest.token).refuse('GET /api/feed')).toEqual(refusal('tokenInvalid'))
      expect(await guest.refuse('GET /api/feed')).toEqual(refusal('tokenInvalid'))
      // This node still has the demo on, like a node that is restarted last.
      const again = await logInAsGuest(app)
      const there = createClient(off.app, again.token)
      for (const route of ['GET /api/feed', 'GET /api/posts', 'DELETE /api/account/sessions'] as const) {
        expect(await there.refuse(route), route).toEqual(refusal('tokenInvalid'))
      }
      const body = { currentPassword: GUEST.password, newPassword: 'taken over' }
      expect(await there.refuse('POST /api/account/password', { body })).toEqual(refusal('tokenInvalid'))
      expect(await again.refuse('POST /api/account/password', { body })).toEqual(refusal('guestFixed'))
      expect(await off.visitor.refuse('POST /api/auth/login', { body: GUEST })).toEqual(refusal('credentialsInvalid'))
    } finally {
      await off.close()
      await db.close()
    }
    // The next node that starts without it ends those sessions too.
    const last = await logInAsGuest(app)
    const later = await startTestApp({ ...app.dependencies, guestLogin: false })
    expect(await last.refuse('GET /api/feed')).toEqual(refusal('tokenInvalid'))
    await later.close()
  })

  test('a member who has the name of the guest, and came without the demo, owns their account', async () => {
    const own = await startTestApp({ guestLogin: true })
    const member = await signUp(own, { username: GUEST.username })
    const body = { currentPassword: PASSWORD, newPassword: 'another one' }
    expect(await member.call('POST /api/account/password', { body })).toEqual({})
    await own.close()
    const off = await startTestApp({ guestLogin: false })
    const other = await signUp(off, { username: GUEST.username })
    const restarted = await startTestApp({ ...off.dependencies })
    expect((await other.call('GET /api/feed')).posts).toEqual([])
    expect(await other.call('POST /api/account/delete', { body: { password: PASSWORD } })).toEqual({})
    await restarted.close()
    await off.close()
  })

  test('leaves an installation with members as it is', async () => {
    const own = await startTestApp()
    await signUp(own)
    expect(await seedDemo(own.db, own.media, own.app.log)).toBe(false)
    expect((await own.visitor.call('GET /api/users')).users).toHaveLength(1)
    await own.close()
  })
})
