import { expiredMember } from '../../data/api/session.ts'
import { flaggedEntries } from '../../data/outbox/flag.ts'

/** What the login page says after a session has ended. */
export function endedNotice(): string | undefined {
  const member = expiredMember()
  if (member === null) return undefined
  const count = flaggedEntries(member)
  const ended = 'Your session has ended. Please log in again.'
  if (count === 0) return ended
  return `${ended} ${count === 1 ? 'One change waits' : `${count} changes wait`} to be sent.`
}
