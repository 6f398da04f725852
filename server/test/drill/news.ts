import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '@quack/testing/random'
import { signUpAll } from '../crash/crash.ts'
import type { Ledger } from '../crash/ledger.ts'
import type { Shared, Target } from '../crash/writer.ts'
import { NewsLedger, type NewsReport } from './news-ledger.ts'
import { startWatcher } from './watcher.ts'

/** Members with an open event stream. */
const WATCHERS = 12
/** The number of reporters whom a watcher does not follow. */
const LEFT_OUT = 2
/** Lost news are delivered by the check of everything, which runs every 30 s. In milliseconds. */
const SETTLED_MS = 45_000

export interface News {
  posted(reporter: number, id: string): void
  /** Waits until everything posted was delivered, and reports since the last time. */
  report(): Promise<NewsReport>
  /** How often streams were opened. */
  readonly opened: number
  /** Events that should not occur. */
  readonly troubles: readonly string[]
  end(): Promise<void>
}

/** Starts watchers of live news through the balancer. Each follows most of the reporters. */
export async function startNews(
  target: Target,
  ledger: Ledger,
  reporters: Shared['members'],
  seed: number,
): Promise<News> {
  const address = await target.whole()
  const members = await signUpAll(target, 'watcher', WATCHERS)
  const follows = members.map(
    (_, me) =>
      new Set(reporters.map((_, index) => index).filter((index) => (index + me) % reporters.length >= LEFT_OUT)),
  )
  for (const [me, { id, token }] of members.entries()) {
    for (const reporter of follows[me] ?? []) {
      const followed = reporters[reporter]?.id ?? ''
      const path = `${address}/api/users/follow/${followed}`
      const answer = await fetch(path, { method: 'POST', headers: { authorization: token } })
      await answer.arrayBuffer()
      ledger.note(`follow ${id} ${followed}`, 'followed', answer.ok ? 'done' : 'unknown')
    }
  }
  const told = new NewsLedger(follows)
  const troubles: string[] = []
  const watchers = members.map(({ token }, me) =>
    startWatcher(
      address,
      token,
      createRandom(seed + me),
      (ids) => told.told(me, ids),
      (what) => troubles.push(`watcher ${me} was told: ${what}`),
    ),
  )
  return {
    posted: (reporter, id) => told.posted(reporter, id),
    async report() {
      const end = performance.now()
      while (!told.isSettled(end) && performance.now() < end + SETTLED_MS) await sleep(50)
      return told.report(end)
    },
    get opened() {
      return watchers.reduce((sum, { opened }) => sum + opened, 0)
    },
    troubles,
    async end() {
      await Promise.all(watchers.map((watcher) => watcher.close()))
    },
  }
}
