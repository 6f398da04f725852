import { describe, expect } from 'vitest'
import { follow } from '../../../test/blocks.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'

const muteTag = async (member: TestMember, phrase: string, action: 'hide' | 'collapse' = 'hide') =>
  (await member.call('POST /api/muted-words', { body: { phrase, action, duration: 'always' } })).word
const feed = async (member: TestMember) =>
  (await member.call('GET /api/feed', { query: { embed: 0 } })).posts.map(({ content }) => content)

/** Bob, who follows Ann. */
const test = base.extend('reader', async ({ ann, bob }) => {
  await follow(bob, ann)
  return bob
})

describe('a muted hashtag', () => {
  test('hides posts with the tag, not with the word or a longer tag', async ({ ann, reader }) => {
    const kept = ['some art', '#artist', '`#art`', 'http://x.test/#art']
    for (const text of [...kept, '#ART!', 'on ＃ａｒｔ']) await writePost(ann, text)
    await muteTag(reader, '#Art')
    expect(await feed(reader)).toEqual(kept.reverse())
  })

  test.for([
    ['#STRASSE', '#Straße'],
    ['#οδος', '#ΟΔΟΣ'],
    ['#cafe\u0301', '#Café'],
    ['#میخواهم', '#می\u200cخواهم'],
    ['#黒猫', 'これ #黒猫 です'],
    ['#Кот', '#кОТ'],
  ] as const)('%s hides %s', async ([phrase, text], { ann, reader }) => {
    await writePost(ann, text)
    await muteTag(reader, phrase)
    expect(await feed(reader)).toEqual([])
  })

  test('and the word are two entries; another spelling of the tag replaces it', async ({ reader }) => {
    await muteTag(reader, 'art')
    await muteTag(reader, '#art')
    const latest = await muteTag(reader, ' #ART ')
    const { words } = await reader.call('GET /api/muted-words')
    expect(words.map(({ phrase }) => phrase)).toEqual(['#ART', 'art'])
    const { tag } = await reader.call('GET /api/tags/:tag', { params: { tag: 'Art' } })
    expect(tag.viewer).toEqual({ following: false, mutedWord: latest._id })
    await reader.call('DELETE /api/muted-words/:id', { params: { id: latest._id } })
    expect((await reader.call('GET /api/tags/:tag', { params: { tag: 'art' } })).tag.viewer).toEqual({
      following: false,
    })
  })

  test('is named with a post that it collapses, also on the page of another tag', async ({ ann, reader }) => {
    await writePost(ann, '#pond and #mud')
    await muteTag(reader, '#Mud', 'collapse')
    const { posts } = await reader.call('GET /api/tags/:tag/posts', { params: { tag: 'pond' } })
    expect(posts.map(({ mutedWord }) => mutedWord)).toEqual(['#Mud'])
  })

  test('may be the longest tag', async ({ ann, reader }) => {
    const tag = `#${'a'.repeat(100)}`
    await writePost(ann, tag)
    await muteTag(reader, tag)
    expect(await feed(reader)).toEqual([])
  })
})
