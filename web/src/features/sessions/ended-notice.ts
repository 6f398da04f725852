import { hasSessionEnded } from '../../data/api/session.ts'

/** Begins the names in local storage of how much each member has in the outbox (data/outbox/waiting.ts). */
const WAITING = 'outbox:'

/** What the login page says after a session has ended. */
export function endedNotice(): string | undefined {
  if (!hasSessionEnded()) return undefined
  const count = countWaiting()
  const ended = 'Your session has ended. Please log in again.'
  if (count === 0) return ended
  return `${ended} ${count === 1 ? 'One change waits' : `${count} changes wait`} to be sent.`
}

function countWaiting(): number {
  try {
    const entries = Object.entries(localStorage).filter(([name]) => name.startsWith(WAITING))
    return entries.reduce((sum, [, count]) => sum + Number(count), 0)
  } catch {
    // Storage is blocked, so nothing waits.
    return 0
  }
}
