import { isServerThere, noteUnreachable } from './connection.ts'

/** Before a look at the server, in milliseconds: one that restarts is back by then. */
const GRACE_MS = 1_000
/** What is added to it at most: browsers that lost the server together do not all ask at the same moment. */
const SPREAD_MS = 500

let check: AbortController | null = null

/** There is reason to doubt that the server is there. Asks it soon, unless it is heard of before. */
export function checkSoon(): void {
  // A further reason does not put it off.
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

/** The server was heard of. */
export function dropCheck(): void {
  check?.abort()
  check = null
}
