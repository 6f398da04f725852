import type { Database } from './database/database.ts'
import type { Redis } from './redis.ts'

const CHANNEL = 'quack:commits'
/** Commits within this time are signalled together, in milliseconds. */
const GATHER_MS = 5

/**
 * Has nodes look for what others have committed, without waiting for a request: for live news. A signal says only that
 * there is something; what it is stands in the database. One that is lost costs time, and nothing else.
 * @param redis null for a node alone
 * @param isWanted whether anyone on this node waits for news
 */
export function signalCommits(db: Database, redis: Redis | null, isWanted: () => boolean): void {
  let isGathering = false

  function look(): void {
    if (isWanted()) db.catchUp()?.catch(() => undefined)
  }

  function signal(): void {
    isGathering = false
    look()
    if (redis?.isReady) redis.publish(CHANNEL, '').catch(() => undefined)
  }

  db.onCommit(() => {
    if (isGathering) return
    isGathering = true
    setTimeout(signal, GATHER_MS)
  })
  redis?.listen(CHANNEL, look, look)
}
