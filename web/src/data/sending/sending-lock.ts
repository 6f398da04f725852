import { openDatabase } from '../offline/database.ts'
import { isShaped } from '../offline/is-shaped.ts'

/** Also those of earlier releases, which may be open in other tabs. */
const NAMES = { writings: 'quack-outbox', taps: 'quack-toggles' } as const
/** How long a lease lasts, in milliseconds, and how often it is renewed. */
const LEASE_MS = 15_000
const RENEWAL_MS = 5_000

/**
 * Runs `send` for a lane in one tab at a time: with a Web Lock, or without them, as on plain HTTP, with a lease in the
 * database.
 * @param send is told how to ask whether it may still go on
 * @returns false if another tab has the lease: try again later
 */
export async function withSendingLock(
  lane: keyof typeof NAMES,
  send: (isMine: () => boolean) => Promise<void>,
): Promise<boolean> {
  if (navigator.locks) {
    await navigator.locks.request(NAMES[lane], () => send(() => true))
    return true
  }
  return await withLease(NAMES[lane], send)
}

/** Apart for the tests. */
export async function withLease(
  name: string,
  send: (isMine: () => boolean) => Promise<void>,
  now: () => number = Date.now,
): Promise<boolean> {
  const owner = Math.random().toString(36)
  let until = 0
  async function take(): Promise<boolean> {
    const asked = now()
    const isTaken = await writeLease(name, (lease) => {
      const isFree = lease === undefined || lease.owner === owner || lease.until <= asked
      return isFree ? { owner, until: asked + LEASE_MS } : lease
    })
    if (isTaken.owner === owner) until = isTaken.until
    return isTaken.owner === owner
  }
  if (!(await take())) return false
  const renewal = setInterval(() => void take().catch(() => undefined), RENEWAL_MS)
  try {
    await send(() => until > now())
  } finally {
    clearInterval(renewal)
    await writeLease(name, (lease) =>
      lease?.owner === owner ? { owner: '', until: 0 } : (lease ?? { owner: '', until: 0 }),
    )
  }
  return true
}

interface Lease {
  owner: string
  until: number
}

async function writeLease(name: string, change: (lease: Lease | undefined) => Lease): Promise<Lease> {
  const transaction = (await openDatabase()).transaction('settings', 'readwrite')
  const row = await transaction.store.get(['', name])
  const lease = row?.value
  const value = change(isShaped(lease, { owner: 'string', until: 'number' }) ? lease : undefined)
  await transaction.store.put({ member: '', name, value })
  await transaction.done
  return value
}
