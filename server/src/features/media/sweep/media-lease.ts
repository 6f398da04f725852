import type { Database } from '../../../database/database.ts'
import { setMediaLease } from './sweep.queries.ts'

/** The lease of a running backup, and its renewal interval, in milliseconds. */
const LEASE_MS = 10 * 60_000
const RENEW_MS = 60_000

/** Keeps the server from removing media while `work` runs. If the backup dies, its lease ends after some minutes. */
export async function withMediaLease<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const setLease = (until: number) => db.write((transaction) => setMediaLease(transaction, until))
  await setLease(Date.now() + LEASE_MS)
  let renewal: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    renewal = setLease(Date.now() + LEASE_MS).catch(() => undefined)
  }, RENEW_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    // It would set the lease again.
    await renewal
    await setLease(0)
  }
}
