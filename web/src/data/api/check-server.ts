import { isServerThere, noteUnreachable } from './connection.ts'

/** Delay of the check, in milliseconds: a restarting server may be back by then. */
const GRACE_MS = 1_000
/** Maximum jitter, in milliseconds: clients that lost the server together must not all check at the same time. */
const SPREAD_MS = 500

let check: AbortController | null = null

/** Schedules a check of whether the server is reachable, unless `dropCheck` is called before. */
export function checkSoon(): void {
  // A pending check is not postponed.
  if (check) return
  const own = new AbortController()
  check = own
  setTimeout(
    async () => {
      const isThere = own.signal.aborted || (await isServerThere())
      if (!isThere && !own.signal.aborted) noteUnreachable()
      if (check === own) check = null
    },
    GRACE_MS + Math.random() * SPREAD_MS,
  )
}

/** Cancels a pending check: the server has responded. */
export function dropCheck(): void {
  check?.abort()
  check = null
}
