import { describe, expect } from 'vitest'
import { MINIMAL } from '../../../test/client.ts'
import { bodyOf, EDIT as EDIT_COMMENT } from '../../../test/comment-fixtures.ts'
import { test as base, EDIT, PICTURE } from '../../../test/post-fixtures.ts'
import { refusal } from '../../../test/refusals.ts'

const test = base.extend('forget', ({ app }) => async (postId: string) => {
  await app.db.write((transaction) =>
    transaction.updateTable('posts').set({ updated_at: 0 }).where('public_id', '=', postId).execute(),
  )
})

const BEFORE = { content: 'before', mediaUrl: '', alt: '' }

describe('an edit of a post that says what it is based on', () => {
  test('is made, and a repeated one is made once', async ({ ann, create, forget, getPost }) => {
    const { id: postId } = await create({ content: 'before' })
    const edit = { params: { postId }, body: { postData: { content: 'after' }, basedOn: BEFORE } }
    await ann.call(EDIT, edit)
    await forget(postId)
    const { post } = await ann.call(EDIT, { ...edit, headers: MINIMAL })
    expect(post).toMatchObject({ content: 'after', updatedAt: '1970-01-01T00:00:00+00:00' })
    // Without a basis, it is made again.
    await ann.call(EDIT, { params: { postId }, body: { postData: { content: 'after' } } })
    expect((await getPost(postId)).updatedAt).not.toBe('1970-01-01T00:00:00+00:00')
  })

  test('is refused if the post was changed meanwhile, and changes nothing', async ({ ann, create, getPost }) => {
    const { id: postId } = await create({ content: 'before' })
    const refuse = (postData: object, basedOn = BEFORE) =>
      ann.refuse(EDIT, { params: { postId }, body: { postData, basedOn } })
    const edit = (postData: object) => ann.call(EDIT, { params: { postId }, body: { postData } })
    await edit({ content: 'from elsewhere' })
    expect(await refuse({ content: 'after' })).toEqual(refusal('editConflict'))
    expect((await getPost(postId)).content).toBe('from elsewhere')
    await edit({ content: 'before', mediaUrl: PICTURE, alt: 'A duck' })
    expect(await refuse({ content: 'after' })).toEqual(refusal('editConflict'))
    const withPicture = { ...BEFORE, mediaUrl: PICTURE }
    expect(await refuse({ content: 'after' }, withPicture)).toEqual(refusal('editConflict'))
    const basedOn = { ...withPicture, alt: 'A duck' }
    await ann.call(EDIT, { params: { postId }, body: { postData: { content: 'after' }, basedOn } })
    expect(await getPost(postId)).toMatchObject({ content: 'after', mediaUrl: PICTURE, alt: 'A duck' })
  })

  test('is refused if another language was set meanwhile', async ({ ann, create, getPost }) => {
    const { id: postId } = await create({ content: 'before', lang: 'de-AT' })
    const basedOn = { ...BEFORE, lang: '' }
    const edit = (postData: object, lang: string) =>
      ann.send({
        method: 'POST',
        url: `/api/posts/edit/${postId}`,
        payload: { postData, basedOn: { ...basedOn, lang } },
      })
    expect((await edit({ content: 'after', lang: 'de' }, '')).status).toBe(409)
    expect((await edit({ content: 'after', lang: 'de' }, 'de-AT')).status).toBe(201)
    // A repeated one.
    expect((await edit({ content: 'after', lang: 'de' }, 'de-AT')).status).toBe(201)
    expect(await getPost(postId)).toMatchObject({ content: 'after', lang: 'de' })
  })

  test('changes the type of the media, and who may comment, though its texts are the same', async ({
    ann,
    create,
    getPost,
  }) => {
    const { id: postId } = await create({ content: 'before', mediaUrl: PICTURE, type: 'image' })
    const basedOn = { ...BEFORE, mediaUrl: PICTURE }
    const edit = (postData: object) => ann.call(EDIT, { params: { postId }, body: { postData, basedOn } })
    await edit({ content: 'before', type: 'video' })
    expect(await getPost(postId)).toMatchObject({ type: 'video' })
    await edit({ content: 'before', whoMayComment: 'nobody' })
    expect(await getPost(postId)).toMatchObject({ content: 'before', whoMayComment: 'nobody' })
  })

  test('is made by one of two who edit at the same time', async ({ ann, create, getPost }) => {
    const { id: postId } = await create({ content: 'before' })
    const edit = (content: string) =>
      ann.send({
        method: 'POST',
        url: `/api/posts/edit/${postId}`,
        payload: { postData: { content }, basedOn: BEFORE },
      })
    const answers = await Promise.all([edit('one'), edit('two')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await getPost(postId)).content).toBe(answers[0]?.status === 201 ? 'one' : 'two')
  })

  test('is made by the author alone, who is told nothing else', async ({ ann, bob, create }) => {
    const { id: postId } = await create({ content: 'before' })
    const body = { postData: { content: 'before' }, basedOn: BEFORE }
    expect(await bob.refuse(EDIT, { params: { postId }, body })).toEqual(refusal('postEditForbidden'))
    const empty = { postData: { content: '' }, basedOn: BEFORE }
    expect(await ann.refuse(EDIT, { params: { postId }, body: empty })).toEqual(refusal('postEmpty'))
  })
})

describe('an edit of a comment that says what it is based on', () => {
  test('is made once, and refused if the comment was changed meanwhile', async ({ ann, app, create }) => {
    const { id: postId, _id } = await create({ content: 'a post' })
    const added = await ann.call('POST /api/comments/add/:postId', {
      params: { postId },
      body: bodyOf('before'),
      headers: MINIMAL,
    })
    const commentId = added.post?.comments[0]?._id ?? ''
    const edit = (text: string | undefined, basis: string) => ({
      params: { postId: _id, commentId },
      body: { commentData: text === undefined ? {} : { text }, basedOn: { text: basis } },
    })
    const read = async () => (await ann.call('GET /api/comments/:postId', { params: { postId } })).comments[0]
    await ann.call(EDIT_COMMENT, edit('after', 'before'))
    await app.db.write((transaction) => transaction.updateTable('comments').set({ updated_at: 0 }).execute())
    await ann.call(EDIT_COMMENT, edit('after', 'before'))
    await ann.call(EDIT_COMMENT, edit(undefined, 'anything'))
    expect(await read()).toMatchObject({ text: 'after', updatedAt: '1970-01-01T00:00:00+00:00' })
    expect(await ann.refuse(EDIT_COMMENT, edit('again', 'before'))).toEqual(refusal('editConflict'))
    expect((await read())?.text).toBe('after')
    await ann.call(EDIT_COMMENT, edit('again', 'after'))
    expect((await read())?.text).toBe('again')
  })
})
