import { NEW_POSTS_MAX, STREAMS_MAX } from '@quack/contract/rules/limits'
import { describe, expect } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { listen, openStream, type TestStream } from '../../../test/events.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { quote, withdrawQuote } from '../../../test/quotes.ts'
import { repost } from '../../../test/reposts.ts'
import { picture, uploadFile } from '../../../test/uploads.ts'
import { idAtTime } from '../../database/ids.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { createPublicId } from '../posts/posts.service.ts'
import { EVENTS } from './events.routes.ts'

const follow = (member: TestMember, id: string) => member.call('POST /api/users/follow/:id', { params: { id } })

const test = base
  .extend('options', { scope: 'file' }, () => ({ events: EVENTS }))
  .extend('address', { scope: 'file' }, ({ app }) => listen(app))
  /** A viewer, and an author whom the viewer follows. */
  .extend('pair', ({ member }) => async () => {
    const [viewer, author] = [await member('viewer'), await member('author')]
    await follow(viewer, author._id)
    return { viewer, author }
  })
  /** Inserts a post with this id, which may be older than the commit. */
  .extend('insertPost', ({ app }) => async (author: TestMember, id: number): Promise<string> => {
    const author_id = Number(author._id) as MemberId
    const row = {
      public_id: createPublicId(),
      content: 'Late',
      media_url: '',
      media_type: '',
      media_name: null,
    } as const
    await app.db.write(async (transaction) => {
      await transaction
        .insertInto('posts')
        .values({ ...row, id: id as PostId, author_id, updated_at: Date.now() })
        .execute()
    })
    return String(id)
  })

describe('a stream of events', () => {
  const like = (member: TestMember, postId: string) =>
    member.call('POST /api/posts/like/:postId', { params: { postId }, headers: { prefer: 'return=minimal' } })
  const untilSent = (stream: TestStream, id: string) => stream.until(() => stream.news().includes(id))

  test('sends each new post by a followed member once', async ({ member, address, pair }) => {
    const { viewer, author } = await pair()
    const stream = await openStream(address, viewer.token)
    await writePost(await member('somebody'), 'By a stranger')
    await writePost(viewer, 'My own')
    const first = await writePost(author)
    await untilSent(stream, first._id)
    const second = await writePost(author)
    await untilSent(stream, second._id)
    expect(stream.news()).toEqual([first._id, second._id])
    stream.close()
  })

  test('starts with the posts of the last minute, and no older ones', async ({ address, insertPost, pair }) => {
    const { viewer, author } = await pair()
    await insertPost(author, idAtTime(Date.now() - 10 * 60_000))
    const { _id } = await writePost(author)
    const stream = await openStream(address, viewer.token)
    expect(stream.news()).toEqual([_id])
    stream.close()
  })

  test('sends counts, edits and deletions of watched posts, and of no others', async ({ address, pair }) => {
    const { viewer, author } = await pair()
    const [watched, other] = [await writePost(author), await writePost(author)]
    const stream = await openStream(address, viewer.token, { watch: [watched._id] })
    const states = () => stream.heard.flatMap(({ name, data }) => (name === 'post' ? [data] : []))
    expect(states()).toMatchObject([{ _id: watched._id, likes: { likeCount: 0 }, commentCount: 0 }])
    await like(author, other._id)
    await like(author, watched._id)
    await stream.until(() => states().some(({ likes }) => likes.likeCount === 1))
    await repost(viewer, watched._id)
    await stream.until(() => states().some(({ repostCount }) => repostCount === 1))
    await quote(viewer, watched._id)
    await stream.until(() => states().some(({ quoteCount }) => quoteCount === 1))
    const { url } = await uploadFile(author, await picture().png().toBuffer())
    const pictures = { mediaUrl: 'https://example.com/duck.png', type: 'image', furtherPictures: [{ url }] }
    const cover = { warning: 'Edited', sensitive: true }
    const rules = { whoMayComment: 'nobody', whoMayRepost: 'nobody', whoMayQuote: 'followers' } as const
    await author.send({
      method: 'POST',
      url: `/api/posts/edit/${watched._id}`,
      headers: { 'accept-language': 'sv' },
      payload: { postData: { content: 'Edited', ...rules, ...pictures, ...cover } },
    })
    await stream.until(() => states().some(({ edited }) => edited?.content === 'Edited'))
    expect(states().at(-1)?.edited).toMatchObject({ ...rules, lang: 'sv', ...pictures, ...cover })
    const without = { content: 'Without', furtherPictures: [], warning: '', sensitive: false }
    await author.call('POST /api/posts/edit/:postId', { params: { postId: watched._id }, body: { postData: without } })
    await stream.until(() => states().some(({ edited }) => edited?.content === 'Without'))
    expect(states().at(-1)?.edited).toMatchObject(without)
    await author.call('DELETE /api/posts/:postId', { params: { postId: other._id } })
    await author.call('DELETE /api/posts/:postId', { params: { postId: watched._id } })
    await stream.until((heard) => heard.some(({ name }) => name === 'delete'))
    expect(stream.heard.filter(({ name }) => name === 'delete')).toEqual([
      { name: 'delete', data: { _id: watched._id } },
    ])
    expect(states().every(({ _id }) => _id === watched._id)).toBe(true)
    stream.close()
  })

  test('says that a post was withdrawn from one that quotes it', async ({ address, pair }) => {
    const { viewer, author } = await pair()
    const { _id: postId } = await writePost(author)
    const { _id: quoteId } = await quote(viewer, postId)
    const stream = await openStream(address, viewer.token, { watch: [quoteId] })
    await withdrawQuote(author, postId, quoteId)
    const states = () => stream.heard.flatMap(({ name, data }) => (name === 'post' ? [data.isQuoteWithdrawn] : []))
    await stream.until(() => states().length > 1)
    expect(states()).toEqual([undefined, true])
    stream.close()
  })

  test('sends the number of followers of the viewer', async ({ member, address }) => {
    const viewer = await member('viewer')
    const stream = await openStream(address, viewer.token)
    await follow(await member('somebody'), viewer._id)
    await stream.until(() => stream.heard.some(({ name, data }) => name === 'follower' && data.followersCount === 1))
    stream.close()
  })

  test('resumes on another node without a gap or a repeat', async ({ app, address, insertPost, pair }) => {
    const { viewer, author } = await pair()
    const before = await openStream(address, viewer.token)
    const sent = await writePost(author)
    await untilSent(before, sent._id)
    before.close()
    const missed = await writePost(author)
    // Its id is smaller than that of the last post sent, but it is committed later.
    const late = await insertPost(author, Number(sent._id) - 1)
    const db = await app.database.reopen()
    const node = await startTestApp({ ...app.dependencies, db, events: EVENTS })
    const after = await openStream(await listen(node), viewer.token, { from: before.lastId() })
    expect(after.news()).toEqual([late, missed._id])
    after.close()
    const again = await openStream(address, viewer.token, { from: after.lastId() })
    expect(again.news()).toEqual([])
    again.close()
    await node.close()
    await db.close()
  })

  test('sends a post that is committed late', async ({ address, insertPost, pair }) => {
    const { viewer, author } = await pair()
    const stream = await openStream(address, viewer.token)
    const { _id } = await writePost(author)
    await untilSent(stream, _id)
    // With a sequence that no post of that millisecond has.
    const late = await insertPost(author, Number(_id) - 4_096 * 5_000 + 63)
    await untilSent(stream, late)
    expect(stream.news()).toEqual([_id, late])
    stream.close()
  })

  test('sends resync if the token is too old, is not valid, or too many posts were missed', async ({
    address,
    insertPost,
    pair,
  }) => {
    const { viewer, author } = await pair()
    const hourAgo = idAtTime(Date.now() - 61 * 60_000).toString(36)
    for (const from of [hourAgo, 'not ours', '1.2.3']) {
      const stream = await openStream(address, viewer.token, { from })
      expect(stream.heard[0]).toEqual({ name: 'resync', data: {} })
      stream.close()
    }
    const start = Date.now() - 20 * 60_000
    for (let count = 0; count <= NEW_POSTS_MAX; count++) await insertPost(author, idAtTime(start + count))
    const stream = await openStream(address, viewer.token, { from: idAtTime(start - 1_000).toString(36) })
    expect(stream.heard[0]).toEqual({ name: 'resync', data: {} })
    expect(stream.news()).toEqual([])
    const { _id } = await writePost(author)
    await untilSent(stream, _id)
    stream.close()
  })

  test('is refused beyond a number per member; a closed stream no longer counts', async ({ member, address }) => {
    const viewer = await member('viewer')
    // A HEAD request opens no stream.
    for (let count = 0; count < STREAMS_MAX; count++) await viewer.send({ method: 'HEAD', url: '/api/events' })
    const streams: TestStream[] = []
    for (let count = 0; count < STREAMS_MAX; count++) streams.push(await openStream(address, viewer.token))
    await expect(openStream(address, viewer.token)).rejects.toThrow('429 Live news is open in too many places.')
    streams.pop()?.close()
    await expect.poll(() => openStream(address, viewer.token).then((stream) => streams.push(stream))).toBeTruthy()
    for (const stream of streams) stream.close()
  })
})
