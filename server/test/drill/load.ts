import { setTimeout as sleep } from 'node:timers/promises'
import { signUpAll } from '../crash/crash.ts'
import { createLedger, type Ledger } from '../crash/ledger.ts'
import { createWriter, type Shared } from '../crash/writer.ts'
import { createRandom } from '../random.ts'

/** A mixed load: people who write, and people who read, each one request after the other. */
export interface Load {
  readonly ledger: Ledger
  /** Requests so far. */
  readonly requests: number
  /** When requests failed, as of performance.now(): no answer, or one that says that the server could not. */
  readonly failures: readonly number[]
  end(): Promise<void>
}

const READERS = 8
/** Between two requests of one person, at most, in milliseconds. */
const PAUSE_MS = 60
const READS = ['feed', 'explore', 'posts', 'users?limit=20&embed=0', 'users/writer0', 'suggestions', 'meta']

export async function startLoad(address: string, seed: number): Promise<Load> {
  const ledger = createLedger()
  const failures: number[] = []
  let requests = 0
  let isOver = false
  const target = {
    async whole() {
      await sleep(pauses.int(PAUSE_MS))
      requests++
      return address
    },
    failed: () => void failures.push(performance.now()),
  }
  const pauses = createRandom(seed)
  const shared: Shared = { members: await signUpAll(target), posts: [], comments: [] }
  const writers = shared.members.map((_, me) => createWriter(target, ledger, shared, me, createRandom(seed + me + 1)))
  for (const writer of writers) await writer.createPost()

  async function read(random: ReturnType<typeof createRandom>): Promise<void> {
    const base = await target.whole()
    const { token } = random.pick(shared.members)
    try {
      const answer = await fetch(`${base}/api/${random.pick(READS)}`, { headers: { authorization: token } })
      await answer.arrayBuffer()
      if (answer.status >= 500) target.failed()
    } catch {
      target.failed()
    }
  }
  const readers = Array.from({ length: READERS }, (_, me) => createRandom(seed + 1_000 + me))
  const people = Promise.all([
    ...writers.map(async (writer) => {
      while (!isOver) await writer.writeOnce()
    }),
    ...readers.map(async (random) => {
      while (!isOver) await read(random)
    }),
  ])
  return {
    ledger,
    failures,
    get requests() {
      return requests
    },
    async end() {
      isOver = true
      await people
    },
  }
}
