import { isDeepStrictEqual } from 'node:util'
import type { Random } from '@quack/testing/random'
import type { Answer, Client } from '../client.ts'
import { Ids, type Stage } from './perform.ts'
import type { Read, Target } from './read.ts'
import { sightOf } from './sight.ts'

interface Check extends Stage {
  readonly client: Client
  readonly viewer: string | null
  readonly read: Read
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
  const allowed = namesAllowed(of)

  const isSignedOut = viewer !== null && world.suspended.has(viewer)
  const isForOthers = read.isForStaff === true && viewer !== world.moderator
  const isUnknown = read.isUnknown?.(see, target) === true
  const entries: unknown[] = []
  let left = 0
  let cursor: string | null = null
  do {
    const url: string = base + (cursor === null ? '' : `&cursor=${cursor}`)
    const answer = await get(url)
    const leak = findNamed({ ...of, viewer }, answer, allowed)
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
    if (cursor !== null && seen.length !== limit) return `${url} has ${seen.length} entries, and there are more`
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
    hasPicture: false,
    whoMayComment: 'everyone',
    isHidden: false,
    isPinned: false,
    up: [],
    down: [],
    likeCount: 0,
    comments: [],
  },
  report: null,
}
const NO_IDS = new Ids()

/** Whom an answer may name although the viewer does not see them. */
function namesAllowed({ viewer, world, read }: Check): readonly string[] {
  if (viewer === null) return []
  return read.isForStaff && viewer === world.moderator ? world.names : (read.mayName?.(world, viewer) ?? [])
}

/** Searches an answer, with its headers, for hidden members: their names, and the ids of them and of their posts. */
function findNamed(
  { viewer, world, ids, members, read }: Check,
  { body, headers }: Answer<unknown>,
  allowed: readonly string[],
) {
  const text = JSON.stringify([body, headers])
  for (const name of world.names) {
    if (!world.hides(viewer, name) || allowed.includes(name)) continue
    const posts = read.mayNamePosts ? [] : world.posts.filter(({ author }) => author === name)
    const postIds = posts.flatMap(({ number }) => [ids.of(number), ids.publicOf(number)])
    const traces = [name, ...[members.get(name)?._id ?? '', ...postIds].map((id) => `"${id}"`)]
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
