import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '@quack/testing/random'
import { signUpAll } from '../crash/crash.ts'
import { createLedger, type Ledger } from '../crash/ledger.ts'
import { causeOf, createWriter, type Shared } from '../crash/writer.ts'
import { type News, startNews } from './news.ts'

/** A mixed load: writers and readers, each with one request at a time, and watchers of live news. */
export interface Load {
  readonly ledger: Ledger
  readonly news: News
  /** Requests so far. */
  readonly requests: number
  /** Requests without an answer, or with a server error. */
  readonly failures: readonly Failure[]
  /** Stops the writers and readers. Live news are still watched. */
  end(): Promise<void>
}

export interface Failure {
  /** The time of performance.now(). */
  readonly at: number
  /** The method, and the status or the error of the connection. */
  readonly how: string
}

const READERS = 8
/** Maximum pause between two requests of one member, in milliseconds. */
const PAUSE_MS = 60
/** The members whom watchers follow. They only post, and nothing deletes their posts. */
const REPORTERS = 6
/**
 * Pause between two posts of a reporter, in milliseconds. Together they write some eighty posts in half a minute. A
 * hundred are the maximum in one resume token (server/src/features/events/resume-token.ts).
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
