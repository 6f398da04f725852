import { phraseKey } from '@quack/contract/rules/search/word-matcher'
import type { Random } from '@quack/testing/random'
import { idAtTime } from '../../src/database/ids.ts'
import type { MemberId, PostId } from '../../src/database/schema.ts'
import { createPublicId } from '../../src/features/posts/posts.service.ts'
import type { Installation } from '../app.ts'
import { signUp, type TestMember } from '../members.ts'
import { type ModelPost, SearchModel } from './model.ts'
import { randomText, randomWord } from './texts.ts'

export const NAMES = Array.from({ length: 12 }, (_, index) => `duck${index}s`)
const [START, DAYS] = [Date.UTC(2025, 7, 1), 200]
const BATCH = 500
/** As browsers and apps have sent them. */
const LANGS = ['de', 'de-AT', 'de', 'pt-BR', 'EN', 'en-us', 'sr-Latn-RS']

/** The installation and the model, which hold the same. */
export interface World {
  readonly installation: Installation
  readonly model: SearchModel
  readonly clients: ReadonlyMap<string, TestMember>
  /** Many posts have just got this word. */
  newWord: string | null
}

export async function createWorld(installation: Installation, random: Random, posts: number): Promise<World> {
  const clients = new Map<string, TestMember>()
  const model = new SearchModel()
  for (const username of NAMES) {
    clients.set(username, await signUp(installation, { username }))
    const sets = { follows: new Set<string>(), blocks: new Set<string>(), mutes: new Set<string>() }
    const lists = { bookmarks: new Set<number>(), likes: new Set<number>() }
    model.members.set(username, { name: username, isPrivate: false, hiddenWords: [], languages: [], ...sets, ...lists })
  }
  const world: World = { installation, model, clients, newWord: null }
  await relate(world, random)
  await insertPosts(world, random, posts)
  await listPosts(world, random)
  return world
}

export const clientOf = ({ clients }: World, name: string): TestMember => {
  const client = clients.get(name)
  if (!client) throw new Error(`There is no ${name}.`)
  return client
}

/** Blocks, follows, mutes, muted words, and then private accounts, which their followers go on to follow. */
async function relate(world: World, random: Random): Promise<void> {
  const { model } = world
  const members = [...model.members.values()]
  for (const one of members) {
    const client = clientOf(world, one.name)
    for (const { name } of members) {
      const params = { id: clientOf(world, name)._id }
      if (name === one.name || model.isBlocked(one.name, name)) continue
      const choice = random.int(20)
      if (choice === 0 && !isFollowedBetween(model, one.name, name)) {
        await client.call('POST /api/users/block/:id', { params })
        one.blocks.add(name)
      } else if (choice < 7) {
        await client.call('POST /api/users/follow/:id', { params })
        one.follows.add(name)
      } else if (choice < 9) {
        await client.call('POST /api/users/mute/:id', { params, body: { duration: 'always' } })
        one.mutes.add(name)
      }
    }
    if (random.chance(0.4)) {
      const [hide, collapse] = [randomWord(random), randomWord(random)]
      for (const [action, phrase] of [
        ['hide', hide],
        ['collapse', collapse],
      ] as const) {
        const body = { phrase, action, duration: 'always' } as const
        const { status } = await client.send({ method: 'POST', url: '/api/muted-words', payload: body })
        // Emoji are no words.
        if (status >= 300) continue
        if (action === 'hide') one.hiddenWords = [phrase]
        // The same phrase again changes what is done with it.
        else one.hiddenWords = one.hiddenWords.filter((word) => phraseKey(word) !== phraseKey(phrase))
      }
    }
  }
  for (const one of members) {
    if (random.chance(0.7)) continue
    one.languages = random.chance(0.5) ? ['de'] : ['pt', 'en', 'fi']
    await clientOf(world, one.name).call('POST /api/account/languages', { body: { languages: [...one.languages] } })
  }
  for (const one of members) {
    if (!random.chance(0.25)) continue
    await clientOf(world, one.name).call('POST /api/account/private', { body: { private: true } })
    one.isPrivate = true
  }
}

const isFollowedBetween = (model: SearchModel, one: string, other: string): boolean =>
  model.member(one).follows.has(other) || model.member(other).follows.has(one)

/** By their rows: thousands through the API would take minutes. Several are of the same instant. */
async function insertPosts(
  { installation: { db }, model, clients }: World,
  random: Random,
  count: number,
): Promise<void> {
  const ids = new Set<number>()
  let time = START
  while (ids.size < count) {
    if (random.chance(0.6)) time = START + random.int(DAYS * 86_400_000)
    ids.add(idAtTime(time + random.int(20)) + random.int(64))
  }
  const posts = [...ids].map((id) => randomPost(random, id))
  model.posts = posts.toSorted((a, b) => b.id - a.id)
  for (let start = 0; start < posts.length; start += BATCH) {
    const rows = posts.slice(start, start + BATCH).map((post) => ({
      id: post.id as PostId,
      public_id: createPublicId(),
      author_id: Number(clients.get(post.author)?._id) as MemberId,
      content: post.content,
      media_url: post.mediaType === '' ? '' : `https://example.com/${post.id}`,
      media_type: post.mediaType,
      media_name: null,
      alt: post.alt,
      lang: post.lang || null,
      updated_at: 0,
      hidden_at: post.isHidden ? 1 : null,
    }))
    await db.write((transaction) => transaction.insertInto('posts').values(rows).execute())
  }
}

export function randomPost(random: Random, id: number): ModelPost {
  const mediaType = random.chance(0.7) ? '' : random.pick(['image', 'video'] as const)
  const alt = mediaType !== '' && random.chance(0.6) ? randomText(random, 4) : ''
  // More than half are by two of the members.
  const author = random.chance(0.5) ? (NAMES[random.int(2)] ?? '') : random.pick(NAMES)
  const lang = random.chance(0.2) ? '' : random.pick(LANGS)
  return { id, author, content: randomText(random), alt, mediaType, lang, isHidden: random.chance(0.02) }
}

/** Bookmarks and likes: some have few, some more than a search reads one by one. */
async function listPosts({ installation: { db }, model, clients }: World, random: Random): Promise<void> {
  for (const member of model.members.values()) {
    const member_id = Number(clients.get(member.name)?._id) as MemberId
    for (const [table, list] of [
      ['bookmarks', member.bookmarks],
      ['likes', member.likes],
    ] as const) {
      const share = random.pick([0, 0.01, 0.05, 0.3])
      for (const { id } of model.posts) if (random.chance(share)) list.add(id)
      const rows = [...list].map((id) => ({ member_id, post_id: id as PostId, at: id }))
      for (let start = 0; start < rows.length; start += BATCH) {
        const batch = rows.slice(start, start + BATCH)
        await db.write((transaction) => transaction.insertInto(table).values(batch).execute())
      }
    }
  }
}
