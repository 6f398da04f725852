import { MUTED_WORDS_MAX } from '@quack/contract/rules/limits'
import { describe, expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'

const ADD = 'POST /api/muted-words'
const LISTS = ['GET /api/feed', 'GET /api/explore', 'GET /api/posts'] as const

const muteWord = async (member: TestMember, phrase: string, action: 'hide' | 'collapse') =>
  (await member.call(ADD, { body: { phrase, action, duration: 'always' } })).word
const seen = async (member: TestMember, route: (typeof LISTS)[number], query = {}) =>
  (await member.call(route, { query: { embed: 0, limit: 4, ...query } })).posts.map(({ content, mutedWord }) => [
    content,
    mutedWord,
  ])

/** Bob follows Ann, who has written about ducks and rain. */
const test = base.extend('reader', async ({ ann, bob }) => {
  await bob.call('POST /api/users/follow/:id', { params: { id: ann._id } })
  for (const text of ['one', 'Rain today', 'two', 'Ducks!', 'three', 'ducks in the rain']) await writePost(ann, text)
  return bob
})

describe('a muted word', () => {
  test('to hide leaves posts out of lists, which stay full', async ({ ann, reader }) => {
    await muteWord(reader, 'DUCKS', 'hide')
    for (const route of LISTS) {
      expect(await seen(reader, route)).toEqual([
        ['three', undefined],
        ['two', undefined],
        ['Rain today', undefined],
        ['one', undefined],
      ])
    }
    const first = await reader.call('GET /api/feed', { query: { embed: 0, limit: 1 } })
    const cursor = first.nextCursor ?? ''
    expect(await seen(reader, 'GET /api/feed', { limit: 2, cursor })).toEqual([
      ['two', undefined],
      ['Rain today', undefined],
    ])
    expect(await seen(ann, 'GET /api/explore')).toHaveLength(4)
    expect((await seen(ann, 'GET /api/explore'))[0]).toEqual(['ducks in the rain', undefined])
    const { posts } = await reader.call('GET /api/posts/user/:username', { params: { username: ann.username } })
    expect(posts).toHaveLength(6)
  })

  test('to collapse is named with the post', async ({ ann, reader }) => {
    await muteWord(reader, 'the rain', 'collapse')
    await muteWord(reader, 'Ducks', 'collapse')
    for (const route of LISTS) {
      expect(await seen(reader, route)).toEqual([
        ['ducks in the rain', 'Ducks'],
        ['three', undefined],
        ['Ducks!', 'Ducks'],
        ['two', undefined],
      ])
      expect((await seen(ann, route))[0]).toEqual(['ducks in the rain', undefined])
    }
  })

  test('does not apply to own posts, and applies to the description of a picture', async ({ ann, reader }) => {
    await muteWord(reader, 'ducks', 'hide')
    await writePost(reader, 'My ducks')
    const postData = { content: 'Look', mediaUrl: 'https://example.com/a.png', type: 'image', alt: 'Two ducks' }
    await ann.call('POST /api/posts', { body: { postData } })
    expect((await seen(reader, 'GET /api/feed')).slice(0, 2)).toEqual([
      ['My ducks', undefined],
      ['three', undefined],
    ])
  })

  test('may be an emoji, or a word of a script without spaces', async ({ ann, reader }) => {
    for (const text of ['Good 😀', 'Fine 😁', 'Sunny ☀️', 'Love ❤', '서울에서']) await writePost(ann, text)
    for (const word of ['😀', '❤️', '서울']) await muteWord(reader, word, 'hide')
    expect((await seen(reader, 'GET /api/feed')).slice(0, 2)).toEqual([
      ['Sunny ☀️', undefined],
      ['Fine 😁', undefined],
    ])
  })

  test('may hide everything', async ({ reader }) => {
    for (const word of ['one', 'two', 'three', 'rain', 'ducks']) await muteWord(reader, word, 'hide')
    expect(await reader.call('GET /api/feed', { query: { limit: 2 } })).toEqual({ posts: [], nextCursor: null })
  })

  test('counts in the answer of a write too', async ({ ann, reader }) => {
    const post = await writePost(ann, 'About spiders')
    await muteWord(reader, 'spiders', 'hide')
    const { posts } = await reader.call('POST /api/posts/like/:postId', { params: { postId: post._id } })
    expect(posts?.map(({ content }) => content)).not.toContain('About spiders')
  })

  test('is listed, the latest first, replaced by an equal one, and removed', async ({ ann, bob }) => {
    const first = await muteWord(ann, '  Two words ', 'hide')
    expect(first).toMatchObject({ phrase: 'Two words', action: 'hide', endsAt: null })
    await muteWord(ann, 'other', 'hide')
    const again = await muteWord(ann, 'two WORDS!', 'collapse')
    const page = await ann.call('GET /api/muted-words', { query: { limit: 1 } })
    expect(page.words).toEqual([again])
    const rest = await ann.call('GET /api/muted-words', { query: { cursor: page.nextCursor ?? '' } })
    expect(rest).toMatchObject({ words: [{ phrase: 'other' }], nextCursor: null })
    const remove = 'DELETE /api/muted-words/:id'
    for (const id of [first._id, 'x']) {
      expect(await ann.refuse(remove, { params: { id } })).toEqual(refusal('mutedWordUnknown'))
    }
    expect(await bob.refuse(remove, { params: { id: again._id } })).toEqual(refusal('mutedWordUnknown'))
    await ann.call(remove, { params: { id: again._id } })
    expect((await ann.call('GET /api/muted-words', {})).words).toHaveLength(1)
    const cursor = 'words.x!'
    expect(await ann.refuse('GET /api/muted-words', { query: { cursor } })).toEqual(refusal('cursorInvalid'))
  })

  test('needs a word, and there are 100 at most, also at the same time', async ({ ann }) => {
    const word = { action: 'hide', duration: 'week' } as const
    for (const phrase of ['', ' ', '?!', '\u200b']) {
      expect(await ann.refuse(ADD, { body: { ...word, phrase } })).toEqual(refusal('mutedWordEmpty'))
    }
    for (let index = 0; index < MUTED_WORDS_MAX - 2; index++) await muteWord(ann, `word${index}`, 'hide')
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((phrase) =>
        ann.send({ method: 'POST', url: '/api/muted-words', payload: { ...word, phrase } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422])
    expect(await ann.refuse(ADD, { body: { ...word, phrase: 'e' } })).toEqual(refusal('tooManyMutedWords'))
    await ann.call(ADD, { body: { ...word, phrase: 'Word7' } })
    const { words } = await ann.call('GET /api/muted-words', {})
    expect(words).toHaveLength(MUTED_WORDS_MAX)
  })
})
