import type { SearchOrder } from '@quack/contract'
import { createRandom, type Random } from '@quack/testing/random'
import { createCaches } from '../../src/caches.ts'
import { indexAll, indexChanges } from '../../src/features/search/search-index.ts'
import { createSeal } from '../../src/features/secrets/sealed.ts'
import { type Installation, startTestApp, type TestApp } from '../app.ts'
import type { Refusal } from '../client.ts'
import { WITHOUT_BACKGROUND_WORK } from '../without-background-work.ts'
import { type ModelPost, messageOf, scoreOf } from './model.ts'
import { randomSearch } from './texts.ts'
import { createWorld, type World } from './world.ts'
import { editMany, writeOnce } from './writes.ts'

export interface SearchRun {
  readonly posts: number
  readonly searches: number
  readonly seed: number
  start(): Promise<Installation>
  onSearch?(count: number): void
}

/** Pages of a search that are read. Some have very many. */
const PAGES_MAX = 8
/** How many of the newest are ordered by how well they match. */
const RANKED_MAX = 300

/**
 * Random searches of random posts, page by page, while posts are written, edited and deleted: each page must be the one
 * that a look at every post gives.
 * @returns null if nothing is wrong; else a description
 */
export async function findWrongSearch({ posts, searches, seed, start, onSearch }: SearchRun): Promise<string | null> {
  const installation = await start()
  try {
    const random = createRandom(seed)
    const world = await createWorld(installation, random, posts)
    await indexAll(installation.db)
    for (let count = 1; count <= searches; count++) {
      onSearch?.(count)
      const problem = await searchOnce(world, random)
      if (problem !== null) return `Seed ${seed}, search ${count}: ${problem}`
    }
    return null
  } finally {
    await installation.close()
  }
}

async function searchOnce(world: World, random: Random): Promise<string | null> {
  const { model, clients } = world
  const [viewer, client] = random.pick([...clients])
  const names = [...model.members.keys(), 'nobody']
  const q = world.newWord ?? randomSearch(random, random.pick(model.posts).content, names)
  world.newWord = null
  if (q.trim() === '' || q.length > 200) return null
  const order: SearchOrder = random.chance(0.25) ? 'best' : 'newest'
  let cursor: string | null = null
  for (let page = 0; page < PAGES_MAX; page++) {
    const limit = 1 + random.int(20)
    const expected = model.search(viewer, q)
    const query: Record<string, string> = {
      q,
      order,
      limit: String(limit),
      embed: '0',
      ...(cursor !== null && { cursor }),
    }
    const answer = await client.send({ method: 'GET', url: '/api/search/posts', query })
    const asked = `${viewer} ${JSON.stringify(query)}`
    if (typeof expected === 'string') {
      const message = (answer.body as Refusal).errors?.[0]
      return message === messageOf(expected) ? null : `${asked}: ${message} instead of ${expected}`
    }
    if (answer.status !== 200) return `${asked}: ${JSON.stringify(answer)}`
    const keysOf = openedWith(world.installation.secret, `${client._id} ${q}`)
    const wrong = compare(answer.body as SearchAnswer, { expected, q, order, limit, cursor, keysOf })
    if (wrong !== null) return `page ${page + 1}, ${asked}: ${wrong}`
    cursor = (answer.body as SearchAnswer).nextCursor
    if (cursor === null) return null
    await change(world, random)
  }
  return null
}

/** Writes, of which some are indexed before the next page and some are not. */
async function change(world: World, random: Random): Promise<void> {
  while (random.chance(0.5)) await writeOnce(world, random)
  if (random.chance(0.01)) await editMany(world, random)
  if (random.chance(0.2)) await indexChanges(world.installation.db, true)
}

interface SearchAnswer {
  readonly posts: readonly { readonly _id: string; readonly content: string }[]
  readonly nextCursor: string | null
  readonly isPartial: boolean
}

interface Asked {
  /** All that the search finds. */
  readonly expected: readonly ModelPost[]
  readonly q: string
  readonly order: SearchOrder
  readonly limit: number
  readonly cursor: string | null
  readonly keysOf: (cursor: string | null) => number[]
}

function compare(answer: SearchAnswer, asked: Asked): string | null {
  const { nextCursor, isPartial } = answer
  if (isPartial && nextCursor === null) return 'a partial page has no cursor'
  const page = asked.order === 'best' ? pageOfBest(answer, asked) : pageOfNewest(answer, asked)
  const found = answer.posts.map(({ _id }) => Number(_id))
  if (found.join() !== page.map(({ id }) => id).join()) {
    const show = (ids: readonly number[]) => ids.map((id) => id.toString(36)).join()
    return `found ${show(found)} instead of ${show(page.map(({ id }) => id))}`
  }
  const texts = answer.posts.map(({ content }) => content)
  if (texts.join('\0') !== page.map(({ content }) => content).join('\0')) return 'the texts are old'
  if (nextCursor !== null && !isPartial && found.length < asked.limit) return 'a page is shorter, but not partial'
  return found.length > asked.limit ? `${found.length} posts are too many` : null
}

/** The numbers in the cursors of one search and member, without how far the search has come. */
function openedWith(secret: string, owner: string) {
  const seal = createSeal(secret, 'cursors of searches')
  return (cursor: string | null): number[] => {
    const [, sealed = ''] = (cursor ?? '').split('.')
    const [, start, , ...rest] = seal.open(sealed, owner)?.split('.') ?? []
    return start === undefined ? [] : [start, ...rest].map((key) => Number.parseInt(key, 36))
  }
}

const FIRST = Number.MAX_SAFE_INTEGER

/** All between the two cursors: the next page begins below this one. */
function pageOfNewest({ nextCursor }: SearchAnswer, { expected, cursor, keysOf }: Asked): readonly ModelPost[] {
  const [[below = FIRST], [next = 0]] = [keysOf(cursor), keysOf(nextCursor)]
  return expected.filter(({ id }) => id < below && id >= next)
}

/** The newest of the group that is ordered, and the last post that was shown. A partial page ends its group. */
function pageOfBest({ nextCursor, isPartial }: SearchAnswer, asked: Asked): readonly ModelPost[] {
  const { expected, q, limit, cursor, keysOf } = asked
  const [newest = FIRST, score = FIRST, last = FIRST] = keysOf(cursor)
  const next = keysOf(nextCursor)
  const end = isPartial ? (next[0] ?? 0) : -1
  const group = expected.filter(({ id }) => id <= newest && id > end).slice(0, RANKED_MAX)
  const rest = group
    .map((post) => ({ post, score: scoreOf(post, q) }))
    .filter((each) => each.score < score || (each.score === score && each.post.id < last))
    .sort((a, b) => b.score - a.score || b.post.id - a.post.id)
  if (isPartial || nextCursor === null) return rest.map(({ post }) => post)
  const page = rest.slice(0, limit)
  const shown = page.at(-1)
  // The cursor is that of another page.
  if (next.join() !== [group[0]?.id, shown?.score, shown?.post.id].join()) return []
  return page.map(({ post }) => post)
}

/**
 * A server that indexes only what it is told to, so that the same seed gives the same run. Its answers are not compared
 * with those of the handlers: the model checks them.
 */
export const startQuietly = (): Promise<TestApp> => startTestApp({ ...WITHOUT_BACKGROUND_WORK, createCaches })
