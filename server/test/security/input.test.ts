import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Member } from '@quack/contract'
import { JSON_BODY_MAX_BYTES } from '@quack/contract/rules/limits'
import { describe, expect } from 'vitest'
import { test } from '../fixtures.ts'
import { signUp, writePost } from '../members.ts'

/** Texts that are commands for some interpreter. */
const INJECTIONS = [
  "'; drop table members; --",
  "' or '1'='1",
  '1); delete from posts where (1=1',
  `$1 \${7*7} {{7*7}} #{7*7}`,
  '; cat /etc/passwd | $(id) `id`',
  '"}],"isAdmin":true,"x":[{"',
  '%27%20or%201%3D1',
  "\\'; select pg_sleep(5); --",
  '=cmd|calc!A1',
  'a\r\nset-cookie: hacked=1',
]

describe('hostile input', () => {
  describe('is stored and shown as text', () => {
    test.for(INJECTIONS)('in names, a bio, an extra field, a post and a comment: %j', async (text, { app }) => {
      const member = await signUp(app, { firstName: text, lastName: text, note: text })
      await member.call('POST /api/users/edit', { body: { userData: { bio: text } } })
      const post = await writePost(member, text)
      await member.call('POST /api/comments/add/:postId', {
        params: { postId: post._id },
        body: { commentData: { text } },
      })
      const { user } = await member.call('GET /api/users/:username', { params: { username: member.username } })
      const extra = user as Member & { note?: string }
      expect([user.firstName, user.lastName, user.bio, extra.note]).toEqual([text, text, text, text])
      const { post: read } = await member.call('GET /api/posts/:postId', { params: { postId: post.id } })
      expect([read.content, read.comments[0]?.text]).toEqual([text, text])
    })

    test.for(INJECTIONS)('in addresses and at a log-in: %j', async (text, { app, ann }) => {
      const word = encodeURIComponent(text)
      for (const url of [`/api/users/${word}`, `/api/posts/${word}`, `/api/posts/user/${word}`, `/media/${word}`]) {
        const { status, headers } = await ann.send({ url })
        expect([400, 404], url).toContain(status)
        expect(headers['set-cookie']).toBeUndefined()
      }
      for (const url of [`/api/posts?cursor=${word}`, `/api/posts?limit=${word}`, `/api/feed?sort=${word}`]) {
        expect((await ann.send({ url })).status, url).toBe(400)
      }
      const logIn = { method: 'POST' as const, url: '/api/auth/login', payload: { username: text, password: text } }
      expect((await app.visitor.send(logIn)).status).toBe(404)
    })
  })

  describe('sets only declared fields', () => {
    const FORBIDDEN = {
      _id: '1',
      id: '1',
      author_id: '1',
      member_id: '1',
      username: 'villain',
      firstName: 'V',
      password: 'xxxxxxxx',
      password_hash: 'x',
      passwordHash: 'x',
      email: 'v@example.com',
      followersCount: 9,
      followers_count: 9,
      postsCount: 9,
      likeCount: 9,
      like_count: 9,
      likes: { likeCount: 9, likedBy: [] },
      comments: [],
      votes: {},
      createdAt: '2000-01-01T00:00:00+00:00',
      updatedAt: 0,
      deleted_at: 1,
      role: 'admin',
      isAdmin: true,
    }

    test('of a post', async ({ ann }) => {
      const body = { postData: { ...FORBIDDEN, content: 'Mine' } }
      const { status } = await ann.send({ method: 'POST', url: '/api/posts', payload: body })
      expect(status).toBe(201)
      const { posts } = await ann.call('GET /api/posts')
      expect(posts[0]).toMatchObject({ username: ann.username, content: 'Mine', likes: { likeCount: 0 }, comments: [] })
      expect(posts[0]?._id).not.toBe('1')
      expect(posts[0]).not.toHaveProperty('isAdmin')
    })

    test('of a comment', async ({ ann }) => {
      const { _id: postId } = await writePost(ann)
      const payload = { commentData: { ...FORBIDDEN, text: 'Mine' } }
      await ann.send({ method: 'POST', url: `/api/comments/add/${postId}`, payload })
      const { comments } = await ann.call('GET /api/comments/:postId', { params: { postId } })
      expect(comments).toEqual([expect.objectContaining({ username: ann.username, text: 'Mine' })])
      expect(comments[0]?.votes).toMatchObject({ upvoteCount: 0, downvoteCount: 0 })
    })

    test('of a profile', async ({ app, ann }) => {
      const row = () =>
        app.db.read
          .selectFrom('members')
          .select(['username', 'first_name', 'email', 'password_hash', 'followers_count', 'posts_count', 'deleted_at'])
          .where('username', '=', ann.username)
          .executeTakeFirst()
      const before = await row()
      const { username: _, ...userData } = { ...FORBIDDEN, bio: 'Mine' }
      expect((await ann.send({ method: 'POST', url: '/api/users/edit', payload: { userData } })).status).toBe(201)
      expect(await row()).toEqual(before)
    })
  })

  describe('in an address', () => {
    test.for([
      '/media/../quack.sqlite',
      '/media/..%2fquack.sqlite',
      '/media/%2e%2e%2f%2e%2e%2fsecret.key',
      '/media/..%5c..%5csecret.key',
      '/media/....//....//secret.key',
      '/media//etc/passwd',
      '/assets/../../../../etc/passwd',
      '/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
      '/..%2f..%2fetc/passwd',
      '/avatars/..%2f..%2f..%2fpackage.json',
      '/.env',
      '/secret.key',
      '/%2fetc%2fpasswd',
    ])('finds no way out of the folders: %s', async (url, { app }) => {
      const { status, body } = await app.visitor.send({ url })
      expect([400, 403, 404]).toContain(status)
      expect(JSON.stringify(body)).not.toMatch(/root:|SQLite format|"dependencies"/)
    })
  })

  test('that is too large or too deep is refused quickly', async ({ ann }) => {
    const send = (payload: string) =>
      ann.send({ method: 'POST', url: '/api/posts', headers: { 'content-type': 'application/json' }, payload })
    expect((await send(JSON.stringify({ postData: { content: 'x'.repeat(JSON_BODY_MAX_BYTES) } }))).status).toBe(413)
    expect((await send(`{"postData":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)).status).toBe(422)
    expect((await send(`{"postData":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`)).status).toBe(422)
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 1]))
    expect((await send(JSON.stringify({ postData: { content: 'x', ...many } }))).status).toBe(201)
  })

  test('makes the server load no media, avatar or website of another address: only browsers do', async ({
    app,
    ann,
  }) => {
    const asked: string[] = []
    const trap = createServer((socket) => {
      asked.push('asked')
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(trap, 'listening')
    const { port } = trap.address() as { port: number }
    const url = `http://127.0.0.1:${port}/picture.png`
    const { _id: postId } = await writePost(ann)
    const payload = { postData: { content: url, mediaUrl: url, type: 'image' } }
    await ann.send({ method: 'POST', url: `/api/posts/edit/${postId}`, payload })
    await ann.send({ method: 'POST', url: '/api/users/edit', payload: { userData: { website: url, avatarURL: url } } })
    for (const page of [`/post-detail/${postId}`, `/profile/${ann.username}`, `/api/posts/${postId}`]) {
      await app.visitor.send({ url: page })
    }
    // A connection of our own proves that the trap works.
    await once(connect(port, '127.0.0.1'), 'close')
    trap.close()
    expect(asked).toEqual(['asked'])
  })
})
