import { setTimeout as sleep } from 'node:timers/promises'
import { signUpAll } from '../crash/crash.ts'
import { createLedger, type Ledger } from '../crash/ledger.ts'
import { causeOf, createWriter, type Shared } from '../crash/writer.ts'
import { createRandom } from '../random.ts'
import { type News, startNews } from './news.ts'

/** A mixed load: people who write, and people who read, each one request after the other; others watch live news. */
export interface Load {
  readonly ledger: Ledger
  readonly news: News
  /** Requests so far. */
  readonly requests: number
  /** Requests that had no answer, or one that says that the server could not. */
  readonly failures: readonly Failure[]
  /** Nobody writes any more; live news are watched on. */
  end(): Promise<void>
}

export interface Failure {
  /** As of performance.now(). */
  readonly at: number
  /** The method, and the status or what happened to the connection. */
  readonly how: string
}

const READERS = 8
/** Between two requests of one person, at most, in milliseconds. */
const PAUSE_MS = 60
/** They only post, and nobody removes that: what the watchers of live news follow. */
const REPORTERS = 6
/**
 * Between two posts of a reporter, in milliseconds. Together they stay under the hundred in half a minute up to which a
 * stream knows each single post that it told (server/src/features/events/resume-token.ts).
 */
const POST_PAUSE = { least: 1_500, most: 3_000 } as const
const READS = ['feed', 'explore', 'posts', 'users?limit=20&embed=0', 'users/writer0', 'suggestions', 'meta']

export async function startLoad(address: string, seed: number): Promise<Load> {
  const ledger = createLedger()
  const failures: Failure[] = []
  let requests = 0
  let isOver = false
  const target = {
    async whole() {
      await sleep(pauses.int(PAUSE_MS))
      requests++
      return address
    },
    failed: (how: string) => void failures.push({ at: performance.now(), how }),
  }
  const pauses = createRandom(seed)
  const reporters = await signUpAll(target, 'reporter', REPORTERS)
  const shared: Shared = { members: [...(await signUpAll(target)), ...reporters], posts: [], comments: [] }
  const people = shared.members.map((_, me) => createWriter(target, ledger, shared, me, createRandom(seed + me + 1)))
  for (const writer of people) await writer.createPost()
  const writers = people.slice(0, -REPORTERS)
  const news = await startNews(target, ledger, reporters, seed + 2_000)

  async function read(random: ReturnType<typeof createRandom>): Promise<void> {
    const base = await target.whole()
    const { token } = random.pick(shared.members)
    try {
      const answer = await fetch(`${base}/api/${random.pick(READS)}`, { headers: { authorization: token } })
      await answer.arrayBuffer()
      if (answer.status >= 500) target.failed(`GET ${answer.status}`)
    } catch (error) {
      target.failed(`GET ${causeOf(error)}`)
    }
  }
  const readers = Array.from({ length: READERS }, (_, me) => createRandom(seed + 1_000 + me))
  const work = Promise.all([
    ...writers.map(async (writer) => {
      while (!isOver) await writer.writeOnce()
    }),
    ...people.slice(-REPORTERS).map(async (reporter, index) => {
      while (!isOver) {
        const id = await reporter.createPost()
        if (id !== undefined) news.posted(index, id)
        await sleep(POST_PAUSE.least + pauses.int(POST_PAUSE.most - POST_PAUSE.least))
      }
    }),
    ...readers.map(async (random) => {
      while (!isOver) await read(random)
    }),
  ])
  return {
    ledger,
    news,
    failures,
    get requests() {
      return requests
    },
    async end() {
      isOver = true
      await work
    },
  }
}
