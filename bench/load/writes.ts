import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createRandom } from '@quack/testing/random'
import { groupsOf, HOT, STAR } from '../follow-graph.ts'
import { PASSWORD, POLLS } from './names.ts'
import { type Measured, pinned, run } from './processes.ts'
import { median } from './reads.ts'
import type { Names } from './scenarios.ts'
import { press, type Request, writeRequests } from './wrk.ts'

export interface WriteResult {
  readonly name: string
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Durable commits per second of the main statements by the bare engine; null if it is not compared with that. */
  readonly ceiling: number | null
  readonly ratio: number | null
  readonly cpuPer1000: number
  readonly queries: number
}

interface WriteScenario {
  readonly name: string
  /** The write of the bare engine that it is compared with. */
  readonly bare: 'like' | 'comment' | 'post' | 'follow' | null
  requests(names: Names): Request[]
  /** Sent before each run, so that what the one before has left does not make its writes void. */
  reset?(names: Names): Request[]
}

const CONNECTIONS = 32
/** More than a run uses. Otherwise it would start over and like posts twice. */
const PAIRS = 60_000
/** A like is removed after this many others, when it has been answered. */
const LATER = 2_000

function pairs(names: Names): { token: string; post: string }[] {
  // Different ones in each run, because likes remain.
  const random = createRandom(Date.now() % 2 ** 31)
  const { first, count } = groupsOf(names.members)[200]
  return Array.from({ length: PAIRS }, () => ({
    token: names.token(first + random.int(count)),
    post: String(names.postId(random.int(names.posts))),
  }))
}

/** Who likes one post, and the post. */
function likersOfOne(names: Names) {
  const { first, count } = groupsOf(names.members)[200]
  const post = String(names.postId(names.posts - 10))
  return Array.from({ length: Math.min(500, count) }, (_, index) => ({ token: names.token(first + index), post }))
}

/** Readers in turn like the same post, and take it back. */
function likesOfOne(names: Names): Request[] {
  const likers = likersOfOne(names)
  const all = Array.from({ length: PAIRS / likers.length }, () => likers).flat()
  return likesAndBack(all, Math.floor(likers.length / 2))
}

/** Takes back what likesOfOne has left. */
const likedByNobody = (names: Names): Request[] =>
  likersOfOne(names).map(({ token, post }) => ({ method: 'DELETE', path: `/api/posts/${post}/like?embed=0`, token }))

const likes = (names: Names): Request[] => likesAndBack(pairs(names), LATER)

function likesAndBack(all: ReturnType<typeof pairs>, later: number): Request[] {
  const call = (way: string, { token, post }: (typeof all)[number]): Request => ({
    method: 'POST',
    path: `/api/posts/${way}/${post}?embed=0`,
    token,
  })
  return all.flatMap((pair, index) => {
    const earlier = all[index - later]
    return earlier ? [call('like', pair), call('dislike', earlier)] : [call('like', pair)]
  })
}

/** Readers follow random members, and unfollow them later. */
function follows(names: Names): Request[] {
  const random = createRandom(Date.now() % 2 ** 31)
  const { first, count } = groupsOf(names.members)[200]
  const all = Array.from({ length: PAIRS }, () => ({
    token: names.token(first + random.int(count)),
    other: String(names.memberId(random.int(names.members))),
  }))
  const call = (way: string, { token, other }: (typeof all)[number]): Request => ({
    method: 'POST',
    path: `/api/users/${way}/${other}?embed=0`,
    token,
  })
  return all.flatMap((pair, index) => {
    const earlier = all[index - LATER]
    return earlier ? [call('follow', pair), call('unfollow', earlier)] : [call('follow', pair)]
  })
}

const signIn = (names: Names): Request[] => [
  { method: 'POST', path: '/api/auth/login', body: { username: names.username(HOT), password: PASSWORD } },
]

const posts = (author: (names: Names) => number) => (names: Names) => [
  {
    method: 'POST',
    path: '/api/posts?embed=0',
    token: names.token(author(names)),
    body: { postData: { content: 'quack, quack, and quack again' } },
  } as const,
]

const vote = (names: Names, voter: number, poll: number, choice: number): Request => ({
  method: 'PUT',
  path: `/api/posts/${names.postId(poll)}/vote?embed=0`,
  token: names.token(voter),
  body: { choices: [choice], version: 1 },
})

/** Readers in turn vote, and change their votes in each round. @param polls over so many of them */
function votes(names: Names, polls: number): Request[] {
  const { first, count } = groupsOf(names.members)[200]
  return Array.from({ length: PAIRS }, (_, index) =>
    vote(names, first + (index % count), (index % count) % polls, Math.floor(index / count) % 2),
  )
}

/** What no round of votes chooses, so that each of them is one. */
function otherVotes(names: Names, polls: number): Request[] {
  const { first, count } = groupsOf(names.members)[200]
  return Array.from({ length: count }, (_, index) => vote(names, first + index, index % polls, 2))
}

/** New posts by many authors. */
function newPosts(names: Names, answer: 'minimal' | 'specified'): Request[] {
  const random = createRandom(Date.now() % 2 ** 31)
  const { first, count } = groupsOf(names.members)[200]
  return Array.from({ length: PAIRS }, () => ({
    method: 'POST',
    path: '/api/posts',
    answer,
    token: names.token(first + random.int(count)),
    body: { postData: { content: 'quack, quack, and quack again' } },
  }))
}

export const WRITES: readonly WriteScenario[] = [
  { name: 'like and un-like', bare: 'like', requests: likes },
  { name: 'like and un-like one post', bare: null, requests: likesOfOne, reset: likedByNobody },
  {
    name: 'comment',
    bare: 'comment',
    requests: (names) =>
      pairs(names).map(({ token, post }) => ({
        method: 'POST',
        path: `/api/comments/add/${post}?embed=0`,
        token,
        body: { commentData: { text: 'well said' } },
      })),
  },
  { name: 'follow and unfollow', bare: 'follow', requests: follows },
  ...[POLLS, 1].map((polls) => ({
    name: polls === 1 ? 'vote, in one poll' : `vote, in ${polls} polls`,
    bare: null,
    requests: (names: Names) => votes(names, polls),
    reset: (names: Names) => otherVotes(names, polls),
  })),
  { name: 'post, by an author nobody follows', bare: 'post', requests: posts(({ members }) => members - 1) },
  { name: 'post, by an author whom 50,000 follow', bare: 'post', requests: posts(() => STAR) },
  // Answered with the newest page of all posts, which each post changes.
  {
    name: 'post, as the specification has it',
    bare: 'post',
    requests: (names) => newPosts(names, 'specified'),
  },
  { name: 'post, return=minimal', bare: 'post', requests: (names) => newPosts(names, 'minimal') },
  // Nearly all of it is Argon2, on other threads.
  { name: 'sign in', bare: null, requests: signIn },
]

const BARE = fileURLToPath(new URL('bare-engine.ts', import.meta.url))

/** Runs a scenario, alternating with the bare engine on the same database. Rates and times are medians. */
export async function measureWrite(
  server: Measured,
  database: string,
  scenario: WriteScenario,
  names: Names,
  { size, runs, seconds }: { size: string; runs: number; seconds: number },
): Promise<WriteResult> {
  const loads: { perSecond: number; p50: number; p99: number; cpu: number }[] = []
  const ceilings: number[] = []
  let [requested, queries] = [0, 0]
  await warmUp(server.address, scenario, names)
  for (let turn = 0; turn < runs; turn++) {
    await sendOnce(server.address, scenario.reset?.(names) ?? [])
    if (scenario.bare) {
      const flags = [database, scenario.bare, String(seconds), size]
      ceilings.push(Number(await run(pinned('server', [process.execPath, BARE, ...flags]))))
    }
    const file = writeRequests(scenario.requests(names))
    const figures = await server.figures()
    const before = server.cpu()
    const load = await press(server.address, file, CONNECTIONS, seconds)
    const cpu = ((server.cpu() - before) / load.requests) * 1_000
    requested += load.requests
    queries += (await server.figures()).since(figures).queries
    // A few are refused because the dataset already contains the like.
    const done = 1 - load.refused / load.requests
    const least = names.members > 10_000 ? 0.95 : 0.6
    if (done < least) throw new Error(`${scenario.name}: ${load.refused} of ${load.requests} were refused.`)
    loads.push({ perSecond: load.perSecond * done, p50: load.p50, p99: load.p99, cpu })
  }
  const perSecond = median(loads.map((load) => load.perSecond))
  const ceiling = scenario.bare ? median(ceilings) : null
  return {
    name: scenario.name,
    perSecond,
    p50: median(loads.map((load) => load.p50)),
    p99: median(loads.map((load) => load.p99)),
    ceiling,
    ratio: ceiling === null ? null : perSecond / ceiling,
    cpuPer1000: median(loads.map((load) => load.cpu)),
    queries: queries / requested,
  }
}

/** After so many, most of the 5,000 readers have written, so that the caches know who they are. */
const WARM_UP_REQUESTS = 10_000
/** A sign-in takes as long as dozens of likes. */
const WARM_UPS_MAX = 12

/** Fills the caches and lets the compiler optimise: sends new requests until it gets no faster. */
async function warmUp(address: string, { requests, reset }: WriteScenario, names: Names): Promise<void> {
  let [before, asked] = [0, 0]
  for (let turn = 0; turn < WARM_UPS_MAX; turn++) {
    await sendOnce(address, reset?.(names) ?? [])
    const all = requests(names)
    const load = await press(address, writeRequests(all), CONNECTIONS, 2)
    asked += load.requests
    if (turn > 0 && asked >= Math.min(WARM_UP_REQUESTS, all.length) && load.perSecond < before * 1.1) return
    before = load.perSecond
  }
}

/** How often a request that the server refuses because of its load is repeated, each time a second later. */
const REPEATS_MAX = 30

/** Sends each request in order, until the server takes it. */
async function sendOnce(address: string, requests: readonly Request[]): Promise<void> {
  for (const { method, path, token, body } of requests) {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    for (let repeats = 0; ; repeats++) {
      const { ok, status } = await fetch(address + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      if (ok) break
      if (status !== 503 || repeats === REPEATS_MAX) throw new Error(`${method} ${path} answered ${status}`)
      await sleep(1_000)
    }
  }
}
