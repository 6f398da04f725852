import { readFile } from 'node:fs/promises'
import type { UploadedMedia } from '@quack/contract'
import { describe, expect } from 'vitest'
import { MINIMAL } from '../../../test/client.ts'
import type { TestMember } from '../../../test/members.ts'
import { CREATE, EDIT, GET, PICTURE } from '../../../test/post-fixtures.ts'
import { refusal } from '../../../test/refusals.ts'
import { SEARCH_POSTS } from '../../../test/search.ts'
import { test as base, newPicture, plain, read, SIGNED } from '../../../test/signed-media-fixtures.ts'
import { unzip } from '../../../test/unzip.ts'
import { uploadFile } from '../../../test/uploads.ts'
import { createSweep } from '../media/sweep/media.sweep.ts'
import { indexAll } from '../search/search-index.ts'

const VIDEO = new URL('../demo/media/bouncing-ball.mp4', import.meta.url)
const WORDS = ['heron', 'ibis', 'jay', 'kestrel']
const pictures = (media: readonly UploadedMedia[]) => media.map(({ url }, index) => ({ url, alt: WORDS[index] ?? '' }))
const dataOf = ([first, ...furtherPictures]: { url: string; alt: string }[]) => ({
  mediaUrl: first?.url ?? '',
  alt: first?.alt ?? '',
  furtherPictures,
})

const test = base
  .extend(
    'uploaded',
    ({ ann }) =>
      (count: number, by: TestMember = ann) =>
        Promise.all(Array.from({ length: count }, async () => uploadFile(by, await newPicture()))),
  )
  .extend('create', ({ ann }) => async (all: { url: string; alt: string }[], more = {}) => {
    const { post } = await ann.call(CREATE, { body: { postData: { ...dataOf(all), ...more } }, headers: MINIMAL })
    return post?._id ?? ''
  })
  .extend(
    'edit',
    ({ ann }) =>
      async (
        postId: string,
        postData: object,
        basedOn?: Partial<ReturnType<typeof basisOf>> & { content: string; mediaUrl: string; alt: string },
      ) => {
        await ann.call(EDIT, { params: { postId }, body: { postData, ...(basedOn && { basedOn }) } })
      },
  )
  .extend('shown', ({ ann }) => async (postId: string, reader: TestMember = ann) => {
    const { mediaUrl, alt, furtherPictures = [] } = await read(reader, postId)
    return [{ url: mediaUrl, alt }, ...furtherPictures.map((each) => ({ url: each.url, alt: each.alt }))]
  })
  .extend(
    'sweep',
    ({ app }) =>
      () =>
        createSweep(app.db, app.media).removeDue(Date.now()),
  )

const basisOf = (all: { url: string; alt: string }[]) => ({ content: '', ...dataOf(all) })

describe('pictures of a post', () => {
  test('are shown in their order, with what the first one has', async ({ app, ann, uploaded, create }) => {
    const media = await uploaded(4)
    const postId = await create(pictures(media), { alt: ' heron ', type: 'video' })
    const shape = ({ url: _, type: __, ...rest }: UploadedMedia) => rest
    const expected = {
      ...{ mediaUrl: media[0]?.url, type: 'image', alt: 'heron', media: media[0] && shape(media[0]) },
      furtherPictures: media
        .slice(1)
        .map((each, index) => ({ url: each.url, alt: WORDS[index + 1], media: shape(each) })),
    }
    const { posts } = await ann.call('GET /api/posts/user/:username', { params: { username: ann.username } })
    // The second one is from the cache.
    for (const post of [
      await read(ann, postId),
      (await app.visitor.call(GET, { params: { postId } })).post,
      ...posts,
    ]) {
      expect(post).toMatchObject(expected)
    }
    const last = media.at(-1)?.url.slice('/media/'.length) ?? ''
    await app.db.write((transaction) =>
      transaction.updateTable('media').set({ frames: 2 }).where('name', '=', last).execute(),
    )
    expect((await read(ann, postId)).furtherPictures?.at(-1)?.media.animated).toBe(true)
    const single = await create(pictures(media).slice(0, 1))
    expect(await read(ann, single)).not.toHaveProperty('furtherPictures')
  })

  test('are up to four different pictures that the member has uploaded, or one video', async ({
    ann,
    bob,
    uploaded,
    setPrivate,
  }) => {
    const [one, two, ...others] = pictures(await uploaded(5))
    const [first, second] = [one, two] as [{ url: string; alt: string }, { url: string; alt: string }]
    const video = { url: (await uploadFile(ann, await readFile(VIDEO))).url, alt: '' }
    const [closed] = pictures(await uploaded(1, bob)) as [{ url: string; alt: string }]
    await bob.call(CREATE, { body: { postData: { mediaUrl: closed.url } } })
    await setPrivate(bob, 1)
    const elsewhere = { url: PICTURE, alt: '' }
    const nothing = { url: '', alt: '' }
    const refuse = (...all: { url: string; alt: string }[]) =>
      ann.refuse(CREATE, { body: { postData: { content: 'Text', ...dataOf(all) } } })
    for (const wrong of [first, video, closed, elsewhere, nothing]) {
      expect(await refuse(first, wrong)).toEqual(refusal('picturesInvalid'))
    }
    for (const wrong of [video, nothing]) expect(await refuse(wrong, first)).toEqual(refusal('picturesInvalid'))
    expect(await refuse(first, second, second)).toEqual(refusal('picturesInvalid'))
    expect((await refuse(first, second, ...others)).status).toBe(422)
    const postData = { ...dataOf([elsewhere, first]), type: 'image' }
    expect((await ann.call(CREATE, { body: { postData }, headers: MINIMAL })).post?.furtherPictures).toHaveLength(1)
  })
})

describe('an edit', () => {
  test('reorders, describes and removes them without another upload, and keeps those that it does not name', async ({
    ann,
    uploaded,
    create,
    edit,
    shown,
    sweep,
    get,
  }) => {
    const [a, b, c] = pictures(await uploaded(3)) as [
      { url: string; alt: string },
      { url: string; alt: string },
      { url: string; alt: string },
    ]
    const postId = await create([a, b, c])
    await edit(postId, { content: 'A text' })
    expect(await shown(postId)).toEqual([a, b, c])
    const other = { ...b, alt: 'an other text' }
    for (const order of [
      [c, a, b],
      [other, c, a],
      [c, other],
    ]) {
      await edit(postId, dataOf(order))
      await sweep()
      expect(await shown(postId)).toEqual(order)
    }
    expect((await get(a.url)).status).toBe(404)
    expect((await get(b.url)).status).toBe(200)
    const refuse = (postData: object) => ann.refuse(EDIT, { params: { postId }, body: { postData } })
    for (const mediaUrl of ['', b.url]) expect(await refuse({ mediaUrl })).toEqual(refusal('picturesInvalid'))
    await edit(postId, { furtherPictures: [] })
    await sweep()
    expect(await shown(postId)).toEqual([c])
    expect((await get(b.url)).status).toBe(404)
  })

  test('is refused if they were changed meanwhile, and made once', async ({ ann, uploaded, create, edit, shown }) => {
    const [a, b, c] = pictures(await uploaded(3)) as [
      { url: string; alt: string },
      { url: string; alt: string },
      { url: string; alt: string },
    ]
    const postId = await create([a, b])
    for (const wrong of [[a], [a, c], [a, { ...b, alt: 'other' }], [a, b, c]]) {
      const body = { postData: dataOf([b, a]), basedOn: basisOf(wrong) }
      expect(await ann.refuse(EDIT, { params: { postId }, body })).toEqual(refusal('editConflict'))
    }
    await edit(postId, dataOf([b, a]), basisOf([a, b]))
    await edit(postId, dataOf([b, a]), basisOf([a, b]))
    expect(await shown(postId)).toEqual([b, a])
    // A client that does not know of them.
    const { furtherPictures: _, ...known } = basisOf([b])
    await edit(postId, { alt: 'described' }, known)
    expect(await shown(postId)).toEqual([{ ...b, alt: 'described' }, a])
  })
})

test('are for those who see the post, at each position, and go with it', async ({
  app,
  ann,
  bob,
  moderator,
  follower,
  get,
  isUnknown,
  setPrivate,
  uploaded,
  create,
  shown,
  sweep,
}) => {
  const all = pictures(await uploaded(3))
  const postId = await create(all)
  const kept = pictures(await uploaded(2))
  const other = await create(kept)
  const isSeenBy = async (reader: TestMember) => {
    const addresses = (await shown(postId, reader)).map(({ url }) => url)
    expect(addresses.map(plain)).toEqual(all.map(({ url }) => url))
    for (const url of addresses) {
      expect(url).toMatch(SIGNED)
      expect((await get(url)).status).toBe(200)
    }
  }
  const areClosed = async () => {
    for (const { url } of all) {
      await isUnknown(url)
      const taken = { body: { postData: { mediaUrl: url } } }
      expect(await bob.refuse(CREATE, taken)).toEqual(refusal('mediaUrlInvalid'))
    }
  }
  await setPrivate(ann, 1)
  await isSeenBy(follower)
  await areClosed()
  await setPrivate(ann, 0)
  for (const { url } of all) expect((await get(url)).status).toBe(200)

  const { report } = await bob.call('POST /api/reports', { body: { kind: 'post', id: postId, rule: 'spam' } })
  expect(report.copy.furtherPictures).toEqual(all.slice(1))
  const body = { reports: [report._id], actions: ['hide' as const], message: 'Not here' }
  await moderator.call('POST /api/moderation/decisions', { body })
  await isSeenBy(ann)
  await areClosed()
  const seen = await moderator.call('GET /api/moderation/reports/:reportId', { params: { reportId: report._id } })
  const { decisions } = await ann.call('GET /api/decisions')
  for (const copy of [seen.report.copy, seen.present, decisions[0]?.copy]) {
    for (const picture of copy?.furtherPictures ?? []) expect((await get(picture.url)).status).toBe(200)
    expect(copy?.furtherPictures?.map(({ url, alt }) => ({ url: plain(url), alt }))).toEqual(all.slice(1))
  }

  const headers = { authorization: `Bearer ${ann.token}` }
  const archive = await unzip((await app.app.inject({ url: '/api/account/archive', headers })).rawPayload)
  const entry = JSON.parse(archive.get('posts.json') ?? '[]').find(({ alt }: { alt: string }) => alt === 'heron')
  expect(entry.furtherPictures).toEqual(all.slice(1).map(({ url, alt }) => ({ url, alt, file: url.slice(1) })))
  for (const { url } of all) expect([...archive.keys()]).toContain(url.slice(1))

  await ann.call('DELETE /api/posts/:postId', { params: { postId } })
  await sweep()
  const names = all.map(({ url }) => url.slice('/media/'.length))
  // Another sweep may be removing their files.
  const media = app.db.read.selectFrom('media').select('name').where('removing_at', 'is', null)
  expect(await media.where('name', 'in', names).execute()).toEqual([])
  for (const { url } of await shown(other)) expect((await get(url)).status).toBe(200)
})

test('are found by the description of each, before and after they are indexed', async ({
  app,
  ann,
  bob,
  uploaded,
  create,
  edit,
}) => {
  const postId = await create(pictures(await uploaded(3)))
  await bob.call('POST /api/users/bookmark/:id', { params: { id: postId } })
  const find = async (q: string) =>
    (await bob.call(SEARCH_POSTS, { query: { embed: 0, limit: 2, q: `from:${ann.username} ${q}` } })).posts.length
  const areFound = async (words: string[], other: string) => {
    for (const q of [...words, `has:picture ${words.at(-1)}`]) expect([q, await find(q)]).toEqual([q, 1])
    for (const q of ['"heron ibis"', other]) expect([q, await find(q)]).toEqual([q, 0])
  }
  await areFound(['heron', 'ibis', 'jay'], 'kestrel')
  await indexAll(app.db)
  await areFound(['heron', 'ibis', 'jay'], 'kestrel')
  const { furtherPictures = [] } = await read(ann, postId)
  await edit(postId, { furtherPictures: furtherPictures.map(({ url }) => ({ url, alt: 'kestrel' })) })
  await areFound(['heron', 'kestrel'], 'ibis')
  await indexAll(app.db)
  await areFound(['heron', 'kestrel'], 'ibis')

  const word = { phrase: 'kestrel', action: 'collapse', duration: 'always' } as const
  await bob.call('POST /api/muted-words', { body: word })
  const { posts } = await bob.call('GET /api/posts', { query: { embed: 0, limit: 1 } })
  expect(posts[0]?.mutedWord).toBe('kestrel')
})
