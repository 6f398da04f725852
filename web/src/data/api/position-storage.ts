import { POSITION_AGE_MAX_MS } from '@quack/contract/rules/limits'
import { KEPT_NAMES } from './member-key.ts'

/**
 * The last reading position of this device, in local storage, for each member and order. Without a network, the feed
 * opens at it. A request that was not answered, say because the page was closed, is sent again by the next page before
 * it reads the feed.
 */
interface KeptPosition {
  /** As `memberKey` says. */
  member: string
  /** The request without `age`. */
  body: { sort: string; postId: string; offset: number; newestId: string }
  /** When it was read, in milliseconds. */
  at: number
  isSent: boolean
}

/** Begins the names of a member's positions. */
function prefixOf(member: string): string {
  return `${KEPT_NAMES.position}${member}:`
}

export function keepPosition(position: KeptPosition): void {
  try {
    localStorage.setItem(prefixOf(position.member) + position.body.sort, JSON.stringify(position))
  } catch {
    // Storage may be blocked or full. The position is then at most some seconds old.
  }
}

export function keptPosition(member: string, sort: string): KeptPosition | null {
  try {
    const kept = JSON.parse(localStorage.getItem(prefixOf(member) + sort) ?? 'null')
    // By hand, because the start script has this too. The server checks what it is sent of it.
    return kept?.at > 0 && kept.body.postId > 0 ? kept : null
  } catch {
    return null
  }
}

/** Notes whether the server has the position, unless there is a later one. */
export function notePositionSent(kept: Pick<KeptPosition, 'member' | 'at'>, sort: string, isSent: boolean): void {
  const present = keptPosition(kept.member, sort)
  if (present?.at === kept.at) keepPosition({ ...present, isSent })
}

/** The position that the server does not have, if any. Each is returned once, unless it is noted as not sent. */
export function takeUnsentPosition(member: string, sort: string): (KeptPosition & { age: number }) | null {
  const kept = keptPosition(member, sort)
  if (!kept || kept.isSent) return null
  keepPosition({ ...kept, isSent: true })
  return { ...kept, age: Math.min(Math.max(0, Date.now() - kept.at), POSITION_AGE_MAX_MS) }
}

export function forgetPositions(member: string): void {
  try {
    const own = prefixOf(member)
    for (const name of Object.keys(localStorage)) if (name.startsWith(own)) localStorage.removeItem(name)
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
