import { isDeepStrictEqual } from 'node:util'
import type { Random } from '@quack/testing/random'
import type { Answer, Client } from '../client.ts'
import { Ids, type Stage } from './perform.ts'
import type { Read, Target } from './read.ts'
import { sightOf } from './sight.ts'
import { TOPICS } from './topics.ts'
import { tracesIn } from './traces.ts'
import { type Known, listUnseen } from './unseen.ts'

interface Search extends Stage {
  readonly viewer: string | null
  readonly read: Read
}
interface Check extends Search {
  readonly client: Client
  readonly target: Target
  readonly random: Random
}

/** Reads once, or a list to its end. @returns what is wrong, or null */
export async function check(of: Check): Promise<string | null> {
  const { app, client, world, ids, read, target, random } = of
  const viewer = read.isForVisitors ? null : of.viewer
  const get = (url: string) => (read.fetch ? read.fetch(app, client, url) : client.send({ url }))
  const numberOf = (id: string) => ids.numberOf(id)
  const path = read.path(target, ids)
  const embed = read.isEmbedding ? random.pick([0, 0, 2, 100]) : null
  const limit = read.part && !read.isSingle ? random.pick([1, 2, 3, 7, 100]) : null
  const see = sightOf(world, viewer, embed ?? 100)
  const parts = [embed === null ? '' : `embed=${embed}`, limit === null ? '' : `limit=${limit}`].filter(Boolean)
  const base = path + (parts.length > 0 ? `${path.includes('?') ? '&' : '?'}${parts.join('&')}` : '')

  const isSignedOut = viewer !== null && world.suspended.has(viewer)
  const isForOthers = read.isForStaff === true && viewer !== world.moderator
  const isUnknown = read.isUnknown?.(see, target, world) === true
  const entries: unknown[] = []
  let left = 0
  let cursor: string | null = null
  do {
    const url: string = base + (cursor === null ? '' : `&cursor=${cursor}`)
    const answer = await get(url)
    const leak = findNamed({ ...of, viewer }, answer, url)
    if (leak) return `${url} names ${leak}: ${JSON.stringify(answer.body).slice(0, 2_000)}`
    if (isSignedOut) return answer.status === 401 ? null : `${url} answered ${answer.status} to a suspended member`
    if (isForOthers) return answer.status === 404 ? null : `${url} answered ${answer.status}`
    if (isUnknown) {
      const unknown = await get(read.path(UNKNOWN, NO_IDS) + url.slice(path.length))
      return isDeepStrictEqual(plain(answer), plain(unknown)) && answer.status === 404
        ? null
        : `${url} is not answered as unknown: ${JSON.stringify([plain(answer), plain(unknown)])}`
    }
    if (read.isForOthers?.(see, target)) return answer.status === 403 ? null : `${url} answered ${answer.status}`
    if (answer.status !== 200) return `${url} answered ${answer.status}`
    if (!read.expected) return null
    const body = answer.body as Record<string, unknown>
    const part = read.part === undefined ? body : body[read.part]
    const seen = read.isSingle ? [part] : (part as unknown[])
    // What is compared as one is not a list, though it may contain a page.
    cursor = read.isSingle ? null : ((body.nextCursor as string | null | undefined) ?? null)
    if (cursor !== null && seen.length !== limit && !read.mayBeShort)
      return `${url} has ${seen.length} entries, and there are more`
    entries.push(...seen.map((entry) => read.seen?.(entry as never, numberOf)))
    left += (body.hiddenCount as number | undefined) ?? 0
  } while (cursor !== null)
  const expected = read.expected(see, target, world)
  const wanted = read.isSingle ? [expected] : expected
  if (!isDeepStrictEqual(entries, wanted)) {
    return `${base}\n  server: ${JSON.stringify(entries)}\n  world: ${JSON.stringify(wanted)}`
  }
  const missing = read.left?.(see, target, world) ?? 0
  return left === missing ? null : `${base} says that ${left} are hidden, not ${missing}`
}

/** A member, a post and a report that never existed. */
const UNKNOWN: Target = {
  member: 'nobody-at-all',
  post: {
    number: -1,
    author: '',
    mentioned: '',
    isMention: false,
    topic: '',
    pictures: [],
    whoMayComment: 'everyone',
    whoMayRepost: 'everyone',
    whoMayQuote: 'everyone',
    quoted: null,
    isWarned: false,
    isWarnedByStaff: false,
    poll: null,
    pollVersion: 0,
    toldTo: 0,
    reposts: [],
    repostedAt: new Map<string, number>(),
    isHidden: false,
    isPinned: false,
    up: [],
    down: [],
    likeCount: 0,
    versions: [],
    comments: [],
    gone: [],
  },
  report: null,
  topic: 'never',
  file: -1,
}
const NO_IDS = new Ids()

/** What an answer may name although the viewer does not see it; null for everything. */
function knownTo({ viewer, world, read }: Search, url: string): Known | null {
  if (read.isForStaff && viewer === world.moderator) return null
  const named = (topic: string) => url.includes(topic)
  const chosen = [
    ...world.tagFollows.map(({ by, topic }) => ({ by, topic })),
    ...world.words.map(({ by, phrase }) => ({ by, topic: phrase })),
  ]
  const topics = [...TOPICS.filter(named), ...chosen.filter(({ by }) => by === viewer).map(({ topic }) => topic)]
  return {
    members: (viewer !== null && read.mayName?.(world, viewer)) || [],
    ...((viewer !== null && read.mayKeep?.(world, viewer)) || { numbers: [], pictures: [] }),
    topics: read.mayNameTopics ? TOPICS : topics,
  }
}

/** Searches an answer, with its headers and cursors, for what the viewer does not see. */
export function findNamed(
  of: Search,
  { body, headers }: Pick<Answer<unknown>, 'body' | 'headers'>,
  url: string,
): string | null {
  const known = knownTo(of, url)
  if (known === null) return null
  const { viewer, world } = of
  const text = JSON.stringify([body, headers])
  const name = world.names.find(
    (each) => world.hides(viewer, each) && !known.members.includes(each) && text.includes(each),
  )
  if (name !== undefined) return `${name} (one has blocked the other)`
  const traces = tracesIn([body, headers])
  for (const { what, why, traces: own } of listUnseen(of, viewer, known)) {
    const found = own.find((trace) => trace !== '' && traces.has(trace))
    if (found !== undefined) return `${what} (${why}), by ${found}`
  }
  return null
}

/** An answer without what differs in every answer: the request's id, whose length varies, and the time. */
function plain({ status, body, headers }: Answer<unknown>) {
  const { date: _, 'x-request-id': __, 'content-length': ___, ...others } = headers
  return { status, body: { ...(body as object), requestId: '' }, headers: others }
}
