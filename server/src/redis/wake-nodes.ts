import type { Database } from '../database/database.ts'
import type { Redis } from './redis.ts'

const CHANNEL = 'quack:commits'
/** Commits within this time share one signal, in milliseconds. */
const GATHER_MS = 5

/**
 * Makes nodes read the invalidations of other nodes' commits without waiting for a request, for live news and push
 * messages. A signal has no content; what has changed is in the database. A lost signal only costs time.
 * @param redis null for none: then only this node looks, after its own commits
 * @param isWanted whether this node has open streams, of apps too, or devices to send push messages to
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
