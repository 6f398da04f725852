/**
 * The reading position with which the page was closed. Its own request may arrive after the first read of the next page,
 * so the next page of this tab sends it again before that read.
 */
const KEY = 'unsent-position'

interface Unsent {
  username: string
  /** The request without `age`. */
  body: { sort: string }
  /** When it was read, in milliseconds. */
  at: number
}

/** Null removes it. */
export function keepUnsentPosition(unsent: Unsent | null): void {
  try {
    if (unsent) sessionStorage.setItem(KEY, JSON.stringify(unsent))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Storage may be blocked. The position is then at most some seconds old.
  }
}

/** The body of the request, if there is one of this member for this order. Each is returned once. */
export function takeUnsentPosition(username: string, sort: string): (Unsent['body'] & { age: number }) | null {
  try {
    const { username: owner, body, at } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Unsent>
    if (owner !== username || body?.sort !== sort || at === undefined) return null
    sessionStorage.removeItem(KEY)
    return { ...body, age: Math.max(0, Date.now() - at) }
  } catch {
    return null
  }
}
