import type { Post } from '@quack/contract'
import { describe, expect } from 'vitest'
import { writePost } from '../../../test/members.ts'
import { CREATE, DELETE, PICTURE, test } from '../../../test/post-fixtures.ts'
import { asRefusal, invalid, refusal } from '../../../test/refusals.ts'

describe('posts', () => {
  test('a new post has no reactions, carries the name of its author, and reads the same for everybody', async ({
    ann,
    bob,
    create,
    getPost,
  }) => {
    const post = await create({
      content: 'Hello',
      firstName: 'Somebody',
      lastName: 'Else',
      username: 'other',
      likes: 9,
    })
    expect(post).toEqual({
      _id: expect.stringMatching(/^\d+$/),
      id: expect.stringMatching(/^[A-Za-z][A-Za-z0-9]{11}$/),
      username: ann.username,
      firstName: ann.record.firstName,
      lastName: ann.record.lastName,
      avatarURL: ann.record.avatarURL,
      content: 'Hello',
      mediaUrl: '',
      type: '',
      alt: '',
      media: null,
      likes: { likeCount: 0, likedByCount: 0, likedBy: [], dislikedBy: [] },
      comments: [],
      commentCount: 0,
      viewer: { liked: false, disliked: false, bookmarked: false },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
    })
    const { viewer: _marks, ...seenByVisitor } = post
    expect(await getPost(post._id)).toEqual(seenByVisitor)
    expect(await getPost(post.id, bob)).toEqual(post)
  })

  test('writes answer 201 with the newest page of all posts, or on request with the post alone', async ({
    ann,
    bob,
  }) => {
    await writePost(bob)
    const payload = { postData: { content: 'first page' } }
    const whole = await ann.send({ method: 'POST', url: '/api/posts', payload })
    expect(whole.status).toBe(201)
    expect(Object.keys(whole.body as object)).toEqual(['posts', 'nextCursor'])
    const { posts } = whole.body as { posts: Post[] }
    expect(posts[0]).toMatchObject({ content: 'first page' })
    expect(posts.length).toBeGreaterThan(1)
    expect(whole.headers).not.toHaveProperty('preference-applied')
    for (const prefer of ['return=minimal', 'respond-async, return="minimal"; x=1']) {
      const alone = await ann.send({ method: 'POST', url: '/api/posts', payload, headers: { prefer } })
      expect(alone.status).toBe(201)
      expect(Object.keys(alone.body as object)).toEqual(['post'])
      expect(alone.headers['preference-applied']).toBe('return=minimal')
    }
    const other = await ann.send({
      method: 'POST',
      url: '/api/posts',
      payload,
      headers: { prefer: 'return=minimalist' },
    })
    expect(Object.keys(other.body as object)).toEqual(['posts', 'nextCursor'])
  })

  test('a post needs text that is not blank, or media', async ({ ann, create }) => {
    for (const postData of [{}, { content: '' }, { content: ' \n\t\u00a0\u200b' }, { content: ' ', mediaUrl: '' }]) {
      expect(await ann.refuse(CREATE, { body: { postData } })).toEqual(refusal('postEmpty'))
    }
    expect(await create({ mediaUrl: PICTURE, type: 'image' })).toMatchObject({ content: '', type: 'image' })
  })

  test('text has 5,000 characters at most and is stored as sent', async ({ ann, create }) => {
    const content = `  ${'🦆'.repeat(2_490)}\n <b>&  `
    const exact = content.padEnd(5_000, 'x')
    expect((await create({ content: exact })).content).toBe(exact)
    expect(await ann.refuse(CREATE, { body: { postData: { content: `${exact}x` } } })).toEqual(
      invalid('content must have at most 5000 characters.'),
    )
  })

  test('a media URL elsewhere is an http(s) address; anything not called an image is a video', async ({
    ann,
    create,
  }) => {
    expect(await create({ mediaUrl: PICTURE, type: 'image' })).toMatchObject({
      mediaUrl: PICTURE,
      type: 'image',
      media: null,
    })
    expect(await create({ mediaUrl: PICTURE, type: 'gif' })).toMatchObject({ type: 'video' })
    expect(await create({ mediaUrl: PICTURE })).toMatchObject({ type: 'video' })
    expect(await create({ content: 'no media', type: 'image' })).toMatchObject({ mediaUrl: '', type: '' })
    for (const mediaUrl of [
      'javascript:alert(1)',
      'data:image/png;base64,',
      '//example.com/a',
      '/etc/passwd',
      'duck',
    ]) {
      expect(await ann.refuse(CREATE, { body: { postData: { content: 'x', mediaUrl } } })).toEqual(
        refusal('mediaUrlInvalid'),
      )
    }
    const unknown = `/media/${'x'.repeat(22)}.webp`
    expect(await ann.refuse(CREATE, { body: { postData: { mediaUrl: unknown } } })).toEqual(refusal('mediaUrlInvalid'))
  })

  test.for<[object, string]>([
    [{}, 'postData is required.'],
    [{ postData: 'text' }, 'postData must be of type object.'],
    [{ postData: { content: 7 } }, 'content must be of type string.'],
    [
      { postData: { mediaUrl: `https://example.com/${'x'.repeat(2_048)}` } },
      'mediaUrl must have at most 2048 characters.',
    ],
  ])('a form that is not one is refused by name of the field (%#)', async ([payload, message], { ann }) => {
    expect(asRefusal(await ann.send({ method: 'POST', url: '/api/posts', payload }))).toEqual(invalid(message))
  })

  test.for(['1', '9007199254740993', 'nothing', 'a'.repeat(32), 'x'.repeat(33), '%F0%9F%A6%86', '-1'])(
    'the address %s is no post',
    async (postId, { ann }) => {
      expect(asRefusal(await ann.send({ url: `/api/posts/${postId}` }))).toEqual(refusal('postUnknown'))
    },
  )

  test("postsCount is the number of a member's posts", async ({ app, carl }) => {
    const count = async () =>
      (await app.visitor.call('GET /api/users/:username', { params: { username: carl.username } })).user.postsCount
    const first = await writePost(carl)
    await writePost(carl)
    expect(await count()).toBe(2)
    await carl.call(DELETE, { params: { postId: first._id } })
    expect(await count()).toBe(1)
  })

  test('a post shows the present name and avatar of its author', async ({ bob, getPost }) => {
    const post = await writePost(bob)
    const avatarURL = 'https://example.com/new-face.png'
    await bob.call('POST /api/users/edit', { body: { userData: { avatarURL } } })
    expect((await getPost(post._id)).avatarURL).toBe(avatarURL)
  })
})
