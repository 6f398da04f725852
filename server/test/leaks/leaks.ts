import { isDeepStrictEqual } from 'node:util'
import { createRandom, type Random } from '@quack/testing/random'
import type { Installation } from '../app.ts'
import { type Answer, type Client, createClient } from '../client.ts'
import { signUp, type TestMember } from '../members.ts'
import { startOverNetwork } from '../oracle/over-network.ts'
import { READS, type Read, type Target } from './reads.ts'
import { sightOf } from './sight.ts'
import { World, type WorldPost } from './world.ts'
import { type Ids, NO_ID, perform } from './writes.ts'

/** No name is a part of another, or of anything else in an answer. */
const NAMES = ['quokka', 'numbat', 'bilby', 'dugong', 'emu-x', 'galah', 'wombat', 'echidna']
const WRITES_PER_ROUND = 40
const READS_PER_ROUND = 50
/**
 * Random worlds of members who follow, block and mute each other. Every call that reads is made by random viewers and
 * compared with what the world says: entries, counts, and refusals in every field and header.
 * @returns null if nothing is wrong; else a description
 */
export async function findLeak(
  reads: number,
  seed: number,
  onRound?: (made: number) => void,
  start: () => Promise<Installation> = startOverNetwork,
): Promise<string | null> {
  const app = await start()
  try {
    const members = new Map<string, TestMember>()
    for (const username of NAMES) members.set(username, await signUp(app, { username, firstName: `Of ${username}` }))
    const random = createRandom(seed)
    const world = new World(NAMES)
    const ids: Ids = { posts: new Map(), comments: new Map(), numbers: new Map() }
    const all = Object.values<readonly Read[]>(READS)
      .flat()
      .filter(({ isStream }) => !isStream || start === startOverNetwork)
    let number = 0
    for (let made = 0; made < reads; made += READS_PER_ROUND) {
      onRound?.(made)
      for (let count = 0; count < WRITES_PER_ROUND; count++) {
        const write = world.choose(random, ++number)
        const problem = await perform(members, world, ids, write)
        if (problem) return `Seed ${seed}, write ${number}, ${JSON.stringify(write)}: ${problem}`
      }
      for (let count = 0; count < READS_PER_ROUND; count++) {
        const viewer = random.chance(0.1) ? null : random.pick(NAMES)
        const post = world.posts.length > 0 ? random.pick(world.posts) : null
        const read = random.pick(all)
        if ((read.isMembersOnly && viewer === null) || !post) continue
        const client = (viewer && members.get(viewer)) || createClient(app.app, null)
        const target = { member: random.pick(NAMES), post }
        const problem = await check({ client, viewer, world, ids, read, target, random, members })
        if (problem) return `Seed ${seed}, after ${number} writes, for ${viewer}: ${problem}`
      }
    }
    return null
  } finally {
    await app.close()
  }
}

interface Check {
  readonly client: Client
  readonly viewer: string | null
  readonly world: World
  readonly ids: Ids
  readonly read: Read
  readonly target: Target
  readonly random: Random
  readonly members: ReadonlyMap<string, TestMember>
}

async function check(of: Check): Promise<string | null> {
  const { client, viewer, world, ids, read, target, random } = of
  const idOf = (post: WorldPost) => ids.posts.get(post.number) ?? NO_ID
  const numberOf = (id: string) => ids.numbers.get(id) ?? -1
  const path = read.path(target, idOf)
  const embed = read.isEmbedding ? random.pick([0, 0, 2, 100]) : null
  const limit = read.part && !read.isSingle ? random.pick([1, 2, 3, 7, 100]) : null
  const see = sightOf(world, viewer, embed ?? 100)
  const parts = [embed === null ? '' : `embed=${embed}`, limit === null ? '' : `limit=${limit}`].filter(Boolean)
  const base = path + (parts.length > 0 ? `${path.includes('?') ? '&' : '?'}${parts.join('&')}` : '')
  const allowed = viewer === null ? [] : (read.mayName?.(world, viewer) ?? [])

  const isUnknown = read.names !== undefined && world.hides(viewer, read.names(target))
  const entries: unknown[] = []
  let left = 0
  let cursor: string | null = null
  do {
    const url: string = base + (cursor === null ? '' : `&cursor=${cursor}`)
    const answer = await client.send({ method: 'GET', url })
    const leak = findNamed(of, answer, allowed)
    if (leak) return `${url} names ${leak}: ${JSON.stringify(answer.body).slice(0, 2_000)}`
    if (isUnknown) {
      const unknown = await client.send({
        method: 'GET',
        url: read.path(UNKNOWN, () => NO_ID) + url.slice(path.length),
      })
      return isDeepStrictEqual(plain(answer), plain(unknown)) && answer.status === 404
        ? null
        : `${url} is not answered as unknown: ${JSON.stringify([plain(answer), plain(unknown)])}`
    }
    if (read.isForStaff) return answer.status === 404 ? null : `${url} answered ${answer.status}`
    if (answer.status !== 200) return `${url} answered ${answer.status}`
    if (!read.part) return null
    const body = answer.body as Record<string, unknown>
    const seen = read.isSingle ? [body[read.part]] : (body[read.part] as unknown[])
    cursor = (body.nextCursor as string | null | undefined) ?? null
    if (cursor !== null && seen.length !== limit) return `${url} has ${seen.length} entries, and there are more`
    entries.push(...seen.map((entry) => read.seen?.(entry as never, numberOf)))
    left += (body.hiddenCount as number | undefined) ?? 0
  } while (cursor !== null)
  const expected = read.expected?.(see, target, world)
  const wanted = read.isSingle ? [expected] : expected
  if (!isDeepStrictEqual(entries, wanted)) {
    return `${base}\n  server: ${JSON.stringify(entries)}\n  world: ${JSON.stringify(wanted)}`
  }
  const missing = read.left?.(see, target, world) ?? 0
  return left === missing ? null : `${base} says that ${left} are hidden, not ${missing}`
}

/** A member and a post that never existed. */
const UNKNOWN: Target = {
  member: 'nobody-at-all',
  post: { number: -1, author: '', up: [], down: [], likeCount: 0, comments: [] },
}

/** Searches an answer, with its headers, for hidden members: their names, and the ids of them and of their posts. */
function findNamed(
  { viewer, world, ids, members }: Check,
  { body, headers }: Answer<unknown>,
  allowed: readonly string[],
) {
  const text = JSON.stringify([body, headers])
  for (const name of world.names) {
    if (!world.hides(viewer, name) || allowed.includes(name)) continue
    const posts = world.posts.filter(({ author }) => author === name).map(({ number }) => ids.posts.get(number) ?? '')
    const traces = [name, ...[members.get(name)?._id ?? '', ...posts].map((id) => `"${id}"`)]
    const found = traces.find((trace) => text.includes(trace))
    if (found) return `${name}, by ${found}`
  }
  return null
}

/** An answer without what differs in every answer: the request's id, whose length varies, and the time. */
function plain({ status, body, headers }: Answer<unknown>) {
  const { date: _, 'x-request-id': __, 'content-length': ___, ...others } = headers
  return { status, body: { ...(body as object), requestId: '' }, headers: others }
}
