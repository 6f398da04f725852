import type { Connection } from '../../../database/database.ts'
import { isPostgres } from '../../../database/engine.ts'
import { CLAIM_MS } from '../records/media.queries.ts'

/** Maximum number of attempts that ended with the death of the server. */
export const ATTEMPTS_MAX = 3

/** Claims the oldest conversion that no node is working on, or claiming. @returns null if there is none */
export async function claimConversion(db: Connection) {
  const now = Date.now()
  const claimed = await db
    .updateTable('media')
    .set((eb) => ({ claimed_until: now + CLAIM_MS, attempts: eb('attempts', '+', 1) }))
    .where('name', '=', (eb) =>
      eb
        .selectFrom('media')
        .select('name')
        .where('state', '=', 'converting')
        .where('claimed_until', '<', now)
        .where('removing_at', 'is', null)
        .orderBy('created_at')
        .limit(1)
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
    )
    .returning(['name', 'width', 'height', 'duration', 'attempts'])
    .executeTakeFirst()
  return claimed ?? null
}

export async function extendClaim(db: Connection, name: string): Promise<void> {
  await setWhileConverting(db, name, { claimed_until: Date.now() + CLAIM_MS })
}

/** Releases a claim, so that any node can convert. @param attempts the number of attempts that count so far */
export async function freeConversion(db: Connection, name: string, attempts: number): Promise<void> {
  await setWhileConverting(db, name, { claimed_until: 0, attempts })
}

export async function restartConversion(db: Connection, name: string): Promise<void> {
  await db
    .updateTable('media')
    .set({ state: 'converting', claimed_until: 0, attempts: 0 })
    .where('name', '=', name)
    .where('state', '<>', 'ready')
    .execute()
}

/** @returns false if the media were removed meanwhile */
export function endConversion(
  db: Connection,
  name: string,
  end: { state: 'ready'; bytes: number } | { state: 'failed' },
): Promise<boolean> {
  return setWhileConverting(db, name, end)
}

async function setWhileConverting(
  db: Connection,
  name: string,
  change: { claimed_until?: number; attempts?: number; state?: 'ready' | 'failed'; bytes?: number },
): Promise<boolean> {
  const result = await db
    .updateTable('media')
    .set(change)
    .where('name', '=', name)
    .where('state', '=', 'converting')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
