import type { Post } from '@quack/contract'
import { describe, expect } from 'vitest'
import { MINIMAL } from '../../../test/client.ts'
import { writePost } from '../../../test/members.ts'
import { CREATE, DELETE, EDIT, GET, PICTURE, test } from '../../../test/post-fixtures.ts'
import { invalid, refusal } from '../../../test/refusals.ts'
import type { CommentId, PostId } from '../../database/schema.ts'

describe('an edited or deleted post', () => {
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

  test("has the language of its writer's browser, which another text may change", async ({ ann, bob, getPost }) => {
    const send = async (url: string, postData: object, language?: string) => {
      const headers = { ...MINIMAL, ...(language === undefined ? {} : { 'accept-language': language }) }
      const { body } = await ann.send({ method: 'POST', url, headers, payload: { postData } })
      return (body as { post: Post }).post
    }
    expect(await send('/api/posts', { content: 'Quack' })).not.toHaveProperty('lang')
    const { _id: id, lang } = await send('/api/posts', { content: 'Quaken' }, 'de-at,en;q=0.5')
    expect(lang).toBe('de-AT')
    const edit = (postData: object, language?: string) => send(`/api/posts/edit/${id}`, postData, language)
    expect(await edit({ whoMayComment: 'nobody', content: 'Quaken' }, 'fr')).toMatchObject({ lang: 'de-AT' })
    expect(await edit({ content: 'Quak' })).toMatchObject({ content: 'Quak', lang: 'de-AT' })
    expect(await edit({ content: 'Couac' }, '*, fr;q=0.1')).toMatchObject({ content: 'Couac', lang: 'fr' })
    expect((await bob.call(GET, { params: { postId: id } })).post.lang).toBe('fr')
    expect((await getPost(id)).lang).toBe('fr')
    // The author says it.
    expect(await edit({ lang: 'pt-br' }, 'de')).toMatchObject({ content: 'Couac', lang: 'pt-BR' })
    expect(await edit({ content: 'Cuac', lang: 'es' }, 'de')).toMatchObject({ lang: 'es' })
    expect(await edit({ lang: '' }, 'de')).not.toHaveProperty('lang')
    expect(await send('/api/posts', { content: 'Quack', lang: 'de-a' }, 'de')).not.toHaveProperty('lang')
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
})
