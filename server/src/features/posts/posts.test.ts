import type { Post } from '@quack/contract'
import { describe, expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import { writePost } from '../../../test/members.ts'
import { readAll } from '../../../test/read-all.ts'
import { invalid, refusal } from '../../../test/refusals.ts'
import type { CommentId, PostId } from '../../database/schema.ts'

const CREATE = 'POST /api/posts'
const EDIT = 'POST /api/posts/edit/:postId'
const DELETE = 'DELETE /api/posts/:postId'
const GET = 'GET /api/posts/:postId'
const MINIMAL = { prefer: 'return=minimal' }
const PICTURE = 'https://example.com/duck.png'

const test = base
  .extend('getPost', ({ app }) => {
    return async (postId: string, client = app.visitor) => (await client.call(GET, { params: { postId } })).post
  })
  .extend('create', ({ ann }) => async (postData: Record<string, unknown>) => {
    const { post } = await ann.call(CREATE, { body: { postData }, headers: MINIMAL })
    if (!post) throw new Error('The post did not come back.')
    return post
  })

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
    const { status, body } = await ann.send({ method: 'POST', url: '/api/posts', payload })
    expect({ status, message: (body as { errors: string[] }).errors[0] }).toEqual(invalid(message))
  })

  test('a description of media has at most 1,000 characters and is removed with the media', async ({
    ann,
    create,
    getPost,
  }) => {
    const { _id: postId } = await create({ mediaUrl: PICTURE, type: 'image', alt: '  A duck on a pond\n' })
    expect(await getPost(postId)).toMatchObject({ alt: 'A duck on a pond' })
    const edit = (postData: object) => ann.call(EDIT, { params: { postId }, body: { postData } })
    await edit({ content: 'Quack' })
    expect(await getPost(postId)).toMatchObject({ alt: 'A duck on a pond', content: 'Quack' })
    await edit({ mediaUrl: `${PICTURE}?other` })
    expect(await getPost(postId)).toMatchObject({ alt: '' })
    await edit({ alt: 'Another duck' })
    await edit({ mediaUrl: '' })
    expect(await getPost(postId)).toMatchObject({ mediaUrl: '', alt: '' })

    expect(await create({ content: 'Words alone', alt: 'Nothing to see' })).toMatchObject({ alt: '' })
    expect((await create({ mediaUrl: PICTURE, alt: 'x'.repeat(1_000) })).alt).toHaveLength(1_000)
    const long = { body: { postData: { mediaUrl: PICTURE, alt: 'x'.repeat(1_001) } } }
    expect(await ann.refuse(CREATE, long)).toEqual(invalid('alt must have at most 1000 characters.'))
  })

  test('an edit merges what is sent and refreshes updatedAt', async ({ app, ann, bob, create, getPost }) => {
    const post = await create({ content: 'before', mediaUrl: PICTURE, type: 'image' })
    await app.db.write((transaction) =>
      transaction.updateTable('posts').set({ updated_at: 0 }).where('public_id', '=', post.id).execute(),
    )
    const edit = async (postData: object) =>
      (await ann.call(EDIT, { params: { postId: post.id }, body: { postData }, headers: MINIMAL })).post
    const after = await edit({ content: 'after', username: bob.username })
    expect(after).toMatchObject({ content: 'after', mediaUrl: PICTURE, type: 'image', username: ann.username })
    expect(after?.createdAt).toBe(post.createdAt)
    expect(Date.parse(after?.updatedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(await edit({ type: 'video' })).toMatchObject({ content: 'after', mediaUrl: PICTURE, type: 'video' })
    expect(await edit({ mediaUrl: `${PICTURE}?2`, type: 'image' })).toMatchObject({ content: 'after', type: 'image' })
    expect(await edit({ mediaUrl: `${PICTURE}?3` })).toMatchObject({ mediaUrl: `${PICTURE}?3`, type: 'image' })
    expect(await edit({ mediaUrl: '' })).toMatchObject({ content: 'after', mediaUrl: '', type: '', media: null })
    expect(await getPost(post.id)).toMatchObject({ content: 'after', mediaUrl: '' })
    const refuse = (postData: object) => ann.refuse(EDIT, { params: { postId: post.id }, body: { postData } })
    expect(await refuse({ content: ' ' })).toEqual(refusal('postEmpty'))
    expect(await refuse({ mediaUrl: 'duck' })).toEqual(refusal('mediaUrlInvalid'))
    expect(await getPost(post.id)).toMatchObject({ content: 'after', mediaUrl: '' })
  })

  test('only its author may edit or delete a post', async ({ app, ann, bob, getPost }) => {
    const post = await writePost(ann, 'mine')
    const params = { postId: post._id }
    const body = { postData: { content: 'theirs' } }
    expect(await bob.refuse(EDIT, { params, body })).toEqual(refusal('postEditForbidden'))
    expect(await bob.refuse(DELETE, { params })).toEqual(refusal('postDeleteForbidden'))
    expect(await app.visitor.refuse(EDIT, { params, body })).toEqual(refusal('tokenInvalid'))
    expect((await getPost(post._id)).content).toBe('mine')
  })

  test('deleting a post deletes its comments, votes, likes and bookmarks', async ({ app, ann, bob }) => {
    const params = { postId: (await writePost(ann, 'to go'))._id }
    const { post } = await bob.call('POST /api/comments/add/:postId', {
      params,
      body: { commentData: { text: 'oh' } },
      headers: MINIMAL,
    })
    const commentId = post?.comments[0]?._id ?? ''
    await ann.call('POST /api/comments/upvote/:postId/:commentId', { params: { ...params, commentId } })
    await bob.call('POST /api/posts/like/:postId', { params })
    await bob.call('POST /api/users/bookmark/:id', { params: { id: params.postId } })

    const answer = await ann.send({ method: 'DELETE', url: `/api/posts/${params.postId}`, headers: MINIMAL })
    expect(answer).toMatchObject({ status: 201, body: { post: null } })
    expect((await bob.call('GET /api/users/bookmark')).bookmarks).toEqual([])
    for (const table of ['comments', 'likes', 'bookmarks'] as const) {
      const rows = app.db.read
        .selectFrom(table)
        .selectAll()
        .where('post_id', '=', Number(params.postId) as PostId)
      expect(await rows.execute(), table).toEqual([])
    }
    const votes = app.db.read.selectFrom('comment_votes').selectAll()
    expect(await votes.where('comment_id', '=', Number(commentId) as CommentId).execute()).toEqual([])
    expect(await ann.refuse(GET, { params })).toEqual(refusal('postUnknown'))
    expect(await ann.refuse(DELETE, { params })).toEqual(refusal('postUnknown'))
    expect(await ann.refuse(EDIT, { params, body: { postData: { content: 'x' } } })).toEqual(refusal('postUnknown'))
    const { posts } = await ann.call(DELETE, { params: { postId: (await writePost(ann))._id } })
    expect(posts?.map(({ _id }) => _id)).not.toContain(params.postId)
  })

  test.for(['1', '9007199254740993', 'nothing', 'a'.repeat(32), 'x'.repeat(33), '%F0%9F%A6%86', '-1'])(
    'the address %s is no post',
    async (postId, { ann }) => {
      const { status, body } = await ann.send({ url: `/api/posts/${postId}` })
      expect({ status, message: (body as { errors: string[] }).errors[0] }).toEqual(refusal('postUnknown'))
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

  test("all posts and a member's posts are listed newest first page by page, even within one second", async ({
    app,
    member,
  }) => {
    const dora = await member('dora')
    const written = []
    for (let index = 0; index < 5; index++) written.unshift((await writePost(dora, `post ${index}`))._id)
    const params = { username: dora.username.toUpperCase() }
    for (const limit of [1, 2, 5, 100]) {
      const all = await readAll(async (query) => {
        const page = await app.visitor.call('GET /api/posts/user/:username', { params, query: { limit, ...query } })
        expect(page.posts.length).toBeLessThanOrEqual(limit)
        return { entries: page.posts, nextCursor: page.nextCursor }
      })
      expect(all.map(({ _id }) => _id)).toEqual(written)
    }
    const { posts } = await app.visitor.call('GET /api/posts')
    expect(posts.slice(0, 5).map(({ _id }) => _id)).toEqual(written)
    expect(await app.visitor.refuse('GET /api/posts/user/:username', { params: { username: 'nobody' } })).toEqual(
      refusal('memberUnknown'),
    )
  })

  test('paging neither skips nor repeats posts while posts are written and deleted', async ({ app, ann, bob }) => {
    for (let count = 0; count < 5; count++) await writePost(bob)
    const before = (await app.visitor.call('GET /api/posts')).posts.map(({ _id }) => _id)
    const first = await app.visitor.call('GET /api/posts', { query: { limit: 3 } })
    await writePost(ann, 'written meanwhile')
    // Deletes the post that the cursor refers to.
    const last = first.posts.at(-1)
    const author = [ann, bob].find(({ username }) => username === last?.username)
    await author?.call(DELETE, { params: { postId: last?._id ?? '' } })
    const rest = await readAll(async (query) => {
      const page = await app.visitor.call('GET /api/posts', {
        query: { limit: 3, cursor: first.nextCursor ?? '', ...query },
      })
      return { entries: page.posts, nextCursor: page.nextCursor }
    })
    expect([...first.posts, ...rest].map(({ _id }) => _id)).toEqual(before)
  })
})
