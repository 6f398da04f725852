import { POSITION_AGE_MAX_MS } from '@quack/contract/limits'

/**
 * The last reading position of this device, in local storage, for each order. Without a network, the feed opens at it. A
 * request that was not answered, say because the page was closed, is sent again by the next page before its first read.
 */
const KEY = 'position:'

interface KeptPosition {
  username: string
  /** The request without `age`. */
  body: { sort: string; postId: string; offset: number; newestId: string }
  /** When it was read, in milliseconds. */
  at: number
  isSent: boolean
}

export function keepPosition(position: KeptPosition): void {
  try {
    localStorage.setItem(KEY + position.body.sort, JSON.stringify(position))
  } catch {
    // Storage may be blocked or full. The position is then at most some seconds old.
  }
}

export function keptPosition(username: string, sort: string): KeptPosition | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY + sort) ?? 'null') as KeptPosition | null
    return kept?.username === username ? kept : null
  } catch {
    return null
  }
}

/** Notes whether the server has the position, unless there is a later one. */
export function notePositionSent(kept: Pick<KeptPosition, 'username' | 'at'>, sort: string, isSent: boolean): void {
  const present = keptPosition(kept.username, sort)
  if (present?.at === kept.at) keepPosition({ ...present, isSent })
}

/** The position that the server does not have, if there is one. Each is returned once, unless it is noted as not sent. */
export function takeUnsentPosition(username: string, sort: string): (KeptPosition & { age: number }) | null {
  const kept = keptPosition(username, sort)
  if (!kept || kept.isSent) return null
  keepPosition({ ...kept, isSent: true })
  return { ...kept, age: Math.min(Math.max(0, Date.now() - kept.at), POSITION_AGE_MAX_MS) }
}

export function forgetPositions(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(KEY)) localStorage.removeItem(name)
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
