import type { Database } from '../../database/database.ts'
import { keepMedia } from './media-keeping.queries.ts'

/** The lease of a running backup, and its renewal interval, in milliseconds. */
const KEPT_MS = 10 * 60_000
const KEPT_AGAIN_MS = 60_000

/** Keeps the server from removing media while `work` runs. If the backup dies, its lease ends after some minutes. */
export async function whileMediaStay<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const say = (until: number) => db.write((transaction) => keepMedia(transaction, until))
  await say(Date.now() + KEPT_MS)
  const timer = setInterval(() => say(Date.now() + KEPT_MS).catch(() => undefined), KEPT_AGAIN_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await say(0)
  }
}
