import { describe, expect } from 'vitest'
import { follow, like } from '../../../test/blocks.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { ask, editPoll } from '../../../test/polls.ts'
import { CREATE, PICTURE } from '../../../test/post-fixtures.ts'
import { test as base, insertPosts, SEARCH_POSTS } from '../../../test/search.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { BUCKET_SIZE, bucketOf } from './post-tokens.ts'

/** A picture or a video with a description. */
const attach = async (author: TestMember, content: string, alt: string, type: 'image' | 'video' = 'image') => {
  await author.call(CREATE, { body: { postData: { content, mediaUrl: PICTURE, type, alt } } })
}

const test = base
  /** Ann has written these posts. */
  .extend('texts', ({ ann, find }) => async (contents: readonly string[]) => {
    for (const content of contents) await writePost(ann, content)
    return (q: string) => find(ann, `from:me ${q}`)
  })
  /** As if these posts had been written within 16 ms. */
  .extend('atOnce', ({ app, ann }) => async (contents: readonly string[]) => {
    const first = bucketOf(app.db.ids.next()) * BUCKET_SIZE
    await insertPosts(app.db, Number(ann._id) as MemberId, contents, (index) => (first + index) as PostId)
  })

describe('a search for posts', () => {
  test('finds the posts that have all of its words, newest first', async ({ texts }) => {
    const find = await texts(['A duck swims', 'Rain on the pond', 'The DUCK on the Pond', 'ducks on the pond'])
    expect(await find('duck')).toEqual(['The DUCK on the Pond', 'A duck swims'])
    expect(await find('pond duck')).toEqual(['The DUCK on the Pond'])
    expect(await find('goose')).toEqual([])
  })

  test('finds words without their accents, and in their other cases', async ({ texts }) => {
    const find = await texts(['Žluťoučký kůň', 'STRASSE', 'Ελλάς', 'Łódź', 'đường', 'brød'])
    expect(await find('zlutoucky kun')).toEqual(['Žluťoučký kůň'])
    expect(await find('straße')).toEqual(['STRASSE'])
    expect(await find('ΕΛΛΑΣ')).toEqual(['Ελλάς'])
    for (const [q, text] of [
      ['lodz', 'Łódź'],
      ['duong', 'đường'],
      ['brod', 'brød'],
    ] as const) {
      expect(await find(q)).toEqual([text])
      expect(await find(text)).toEqual([text])
    }
  })

  test('finds any part of a text without spaces', async ({ texts }) => {
    const find = await texts(['東京都に住む', '京都タワー', '東と京', 'เป็ดว่ายน้ำ'])
    expect(await find('京都')).toEqual(['京都タワー', '東京都に住む'])
    expect(await find('東京都')).toEqual(['東京都に住む'])
    expect(await find('東')).toEqual(['東と京', '東京都に住む'])
    expect(await find('む')).toEqual(['東京都に住む'])
    expect(await find('ว่าย')).toEqual(['เป็ดว่ายน้ำ'])
  })

  test('finds phrases, in one text', async ({ ann, texts }) => {
    const find = await texts(['a white duck', 'a duck, white', 'a white wild duck'])
    await attach(ann, 'all white', 'duck')
    expect(await find('"white duck"')).toEqual(['a white duck'])
    expect(await find('"duck white"')).toEqual(['a duck, white'])
    expect(await find('"whi duck"')).toEqual([])
    expect(await find('white duck')).toEqual(['all white', 'a white wild duck', 'a duck, white', 'a white duck'])
  })

  test('finds beginnings of words', async ({ texts }) => {
    const find = await texts(['a duckling', 'a duck', 'a dog', 'an aqueduct'])
    expect(await find('duck*')).toEqual(['a duck', 'a duckling'])
    expect(await find('du*')).toEqual(['a duck', 'a duckling'])
  })

  test('leaves out excluded words, and nothing else', async ({ texts }) => {
    const find = await texts(['one duck', 'two ducks', 'a duck and rain', 'rain'])
    expect(await find('duck -rain')).toEqual(['one duck'])
    expect(await find('-rain')).toEqual(['two ducks', 'one duck'])
    expect(await find('-"duck and rain" -ra*')).toEqual(['two ducks', 'one duck'])
  })

  test('tells posts of the same moment apart', async ({ ann, atOnce, find }) => {
    await atOnce(['tell a duck', 'tell a goose', 'tell a swan #tell', 'swan'])
    expect(await find(ann, 'from:me tell -goose')).toEqual(['tell a swan #tell', 'tell a duck'])
    expect(await find(ann, 'from:me duck goose')).toEqual([])
    expect(await find(ann, 'from:me "goose swan"')).toEqual([])
    expect(await find(ann, 'from:me tag:tell')).toEqual(['tell a swan #tell'])
    expect(await find(ann, 'from:me swan', { limit: 1 })).toEqual(['swan', 'tell a swan #tell'])
  })

  test('finds words of descriptions', async ({ ann, texts }) => {
    const find = await texts(['no picture of a heron'])
    await attach(ann, 'a picture', 'A grey heron')
    expect(await find('heron')).toEqual(['a picture', 'no picture of a heron'])
    expect(await find('grey picture')).toEqual(['a picture'])
    expect(await find('picture -grey')).toEqual(['no picture of a heron'])
  })

  test('finds pictures, videos and links', async ({ ann, texts }) => {
    const find = await texts(['none', 'see https://example.com/x', 'www.example.com'])
    await attach(ann, 'picture', '', 'image')
    await attach(ann, 'video', '', 'video')
    expect(await find('has:picture')).toEqual(['picture'])
    expect(await find('has:video')).toEqual(['video'])
    expect(await find('has:link')).toEqual(['www.example.com', 'see https://example.com/x'])
    expect(await find('has:link has:picture')).toEqual([])
  })

  test('finds polls, and words of their options, also after an edit', async ({ ann, find, texts }) => {
    await texts(['poll of geese'])
    const { _id: postId } = await ask(ann, {}, { content: 'Which?' })
    expect(await find(ann, 'from:me has:poll')).toEqual(['Which?'])
    expect(await find(ann, 'from:me geese')).toEqual(['Which?', 'poll of geese'])
    await editPoll(ann, postId, { options: ['Ducks', 'Herons'] })
    expect(await find(ann, 'from:me geese')).toEqual(['poll of geese'])
    expect(await find(ann, 'from:me herons')).toEqual(['Which?'])
    await editPoll(ann, postId, null)
    expect(await find(ann, 'from:me has:poll')).toEqual([])
  })

  test('finds hashtags in any spelling, not words', async ({ texts }) => {
    const find = await texts(['#two_ducks', '#Two_DUCKS swim', 'two ducks', '#two', '#two_ducks_more'])
    expect(await find('tag:two_ducks')).toEqual(['#Two_DUCKS swim', '#two_ducks'])
    expect(await find('#TWO_ducks swim')).toEqual(['#Two_DUCKS swim'])
    expect(await find('tag:two tag:two_ducks')).toEqual([])
  })

  test('finds the posts of one member, by name', async ({ ann, bob, find }) => {
    await writePost(ann, 'heard by ann')
    await writePost(bob, 'heard by bob')
    expect(await find(bob, `heard from:${ann.username.toUpperCase()}`)).toEqual(['heard by ann'])
    expect(await find(bob, `from:@${ann.username}`)).toEqual(['heard by ann'])
    expect(await find(bob, 'from:me')).toEqual(['heard by bob'])
    expect(await find(bob, `heard from:${ann.username} -ann`)).toEqual([])
  })

  test('finds posts before and after a day', async ({ ann, texts }) => {
    const find = await texts(['today'])
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    expect(await find(`before:${day(2)} after:${day(-2)}`)).toEqual(['today'])
    expect(await find(`today before:${day(2)}`)).toEqual(['today'])
    for (const none of [`before:${day(-1)}`, `after:${day(1)}`, 'before:1000', 'after:9999', 'today before:2024']) {
      expect(await find(none)).toEqual([])
    }
    expect(ann.username).toBeDefined()
  })

  test('finds posts by their languages, of any region', async ({ ann, find }) => {
    for (const lang of ['de', 'de-AT', 'pt-BR', '']) {
      await ann.call(CREATE, { body: { postData: { content: `said in ${lang}`, lang } } })
    }
    const [german, austrian, brazilian, none] = ['de', 'de-AT', 'pt-BR', ''].map((lang) => `said in ${lang}`)
    expect(await find(ann, 'from:me lang:DE')).toEqual([austrian, german])
    expect(await find(ann, 'from:me lang:de said')).toEqual([austrian, german])
    expect(await find(ann, 'from:me lang:de lang:pt')).toEqual([brazilian, austrian, german])
    expect(await find(ann, 'from:me lang:fi')).toEqual([])
    expect(await find(ann, 'from:me lang:fi lang:*')).toEqual([none, brazilian, austrian, german])
    expect(await find(ann, `lang:pt after:2020 "said in"`)).toContain(brazilian)
  })

  test('is limited to the languages that its viewer has chosen, and says so, unless it asks for others', async ({
    ann,
    bob,
    find,
  }) => {
    for (const lang of ['de', 'pt-BR', '']) {
      await bob.call(CREATE, { body: { postData: { content: `chosen ${lang}`, lang } } })
    }
    const [german, brazilian, none] = ['de', 'pt-BR', ''].map((lang) => `chosen ${lang}`)
    await ann.call('POST /api/account/languages', { body: { languages: ['pt', 'fi', 'pt'] } })
    expect(await find(ann, 'chosen', { limit: 1 })).toEqual([none, brazilian])
    expect(await find(ann, 'chosen lang:de')).toEqual([german])
    expect(await find(ann, 'chosen lang:*')).toEqual([none, brazilian, german])
    expect(await find(ann, `chosen from:${bob.username}`)).toEqual([none, brazilian, german])
    const languagesOf = async (q: string) => (await ann.call(SEARCH_POSTS, { query: { q } })).languages
    expect(await languagesOf('chosen')).toEqual(['pt', 'fi'])
    expect(await languagesOf('chosen lang:*')).toBeUndefined()
    await ann.call('POST /api/account/languages', { body: { languages: [] } })
    expect(await find(ann, 'chosen')).toEqual([none, brazilian, german])
    expect(await languagesOf('chosen')).toBeUndefined()
  })

  test('finds posts in own lists', async ({ ann, bob, find }) => {
    const posts: string[] = []
    for (const text of ['kept one', 'kept two', 'kept three']) posts.push((await writePost(ann, text))._id)
    const [one = '', two = '', three = ''] = posts
    await bob.call('POST /api/users/bookmark/:id', { params: { id: two } })
    await bob.call('POST /api/users/bookmark/:id', { params: { id: one } })
    await like(bob, three)
    await like(bob, one)
    // By the time of the posts, not of the bookmarks.
    expect(await find(bob, 'in:bookmarks')).toEqual(['kept two', 'kept one'])
    expect(await find(bob, 'in:bookmarks one')).toEqual(['kept one'])
    expect(await find(bob, 'in:likes', { limit: 1 })).toEqual(['kept three', 'kept one'])
    expect(await find(bob, 'in:likes kept -one')).toEqual(['kept three'])
    expect(await find(ann, 'in:likes kept')).toEqual([])
    expect(await find(bob, `in:following from:${ann.username}`)).toEqual([])
    await follow(bob, ann)
    expect(await find(bob, 'in:following kept')).toEqual(['kept three', 'kept two', 'kept one'])
    expect(await find(bob, 'in:following kept', { limit: 2 })).toEqual(['kept three', 'kept two', 'kept one'])
    expect(await find(ann, 'in:following kept')).toEqual([])
  })

  test('answers as other lists do: as they are for this viewer, and never from a cache', async ({ ann }) => {
    const read = async (url: string, query: Record<string, string>) => {
      const { headers } = await ann.send({ url, query })
      return [headers['cache-control'], headers.vary]
    }
    expect(await read('/api/search/posts', { q: 'duck' })).toEqual(await read('/api/bookmarks', {}))
    expect(await ann.call(SEARCH_POSTS, { query: { q: 'nothingness' } })).toEqual({
      posts: [],
      nextCursor: null,
      isPartial: false,
      searchedTo: null,
      indexedFrom: null,
    })
  })
})
