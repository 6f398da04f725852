import { setTimeout as sleep } from 'node:timers/promises'
import type { PrivatePostgres } from '@quack/testing/postgres'
import { createRandom } from '@quack/testing/random'
import { openDatabase } from '../../src/database/open/open.ts'
import { createLedger, type Outcome } from './ledger.ts'
import { findLosses } from './verify.ts'
import { createWorld } from './world.ts'
import { createWriter, type Shared, type Target } from './writer.ts'

const WRITERS = 16
/** How many writes are acknowledged between two kills at least, however slow the machine is. */
export const WRITES_LEAST = 10

export interface CrashReport {
  readonly problems: readonly string[]
  /** The number of kills by part. */
  readonly killed: Readonly<Record<string, number>>
  readonly writes: Readonly<Record<Outcome, number>>
}

/**
 * 16 clients write without pause while the server and PostgreSQL are killed at random instants and restarted.
 * Afterwards the database must contain every acknowledged write, and no partial one.
 * @param postgres a durable PostgreSQL server for this run; null for SQLite
 */
export async function crash(
  kills: number,
  seed: number,
  postgres: PrivatePostgres | null,
  tell: (kill: number) => void = () => undefined,
): Promise<CrashReport> {
  const world = await createWorld(postgres)
  const ledger = createLedger()
  const killed: Record<string, number> = {}
  let isOver = false
  try {
    const shared: Shared = { members: await signUpAll(world), posts: [], comments: [] }
    const random = createRandom(seed)
    const writers = shared.members.map((_, me) => createWriter(world, ledger, shared, me, createRandom(seed + me + 1)))
    // So that there are posts to react to from the start.
    for (const writer of writers) await writer.createPost()
    const writing = Promise.all(
      writers.map(async (writer) => {
        while (!isOver) await writer.writeOnce()
      }),
    )
    const untilWritten = async () => {
      const enough = ledger.counts.done + WRITES_LEAST
      while (ledger.counts.done < enough) await sleep(5)
    }
    for (let kill = 1; kill <= kills; kill++) {
      const what = await world.killOnce(random, untilWritten)
      killed[what] = (killed[what] ?? 0) + 1
      tell(kill)
    }
    isOver = true
    await writing
    await world.stop()
    const db = await openDatabase(world.place, () => undefined)
    try {
      return { problems: await findLosses(db, ledger), killed, writes: ledger.counts }
    } finally {
      await db.close()
    }
  } finally {
    isOver = true
    await world.end()
  }
}

export async function signUpAll(target: Target, name = 'writer', howMany = WRITERS): Promise<Shared['members']> {
  const address = await target.whole()
  const members: { id: string; token: string }[] = []
  for (let count = 0; count < howMany; count++) {
    const names = { username: `${name}${count}`, firstName: 'A', lastName: 'B' }
    const answer = await fetch(`${address}/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...names, email: 'a@example.com', password: 'correct horse' }),
    })
    const said = (await answer.json()) as { encodedToken: string; createdUser: { _id: string } }
    members.push({ id: said.createdUser._id, token: said.encodedToken })
  }
  return members
}
