/**
 * What names a member in the database and the local storage of this device: the id, which the token says. When an
 * account is deleted, its username may be given to another person, who must not see what it has left here.
 */
export function memberKey({ token, username }: { token: string; username: string }): string {
  try {
    const claims = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    if (typeof claims._id === 'string') return `#${claims._id}`
  } catch {
    // Not a token of Quack: the server will refuse it.
  }
  return oldMemberKey(username)
}

/** What named a member in the first releases with a database. No username contains the sign of an id. */
export function oldMemberKey(username: string): string {
  return username.toLowerCase()
}

/**
 * Begin the names in local storage of what a member has not sent, and are followed by what names the member: drafts,
 * which have a name of their own after that, how much is in the outbox, and, of earlier releases, whether taps wait.
 */
export const UNSENT_NAMES = { draft: 'draft:', outbox: 'outbox:', toggles: 'toggles:' } as const

/**
 * The same for what is deleted at a sign-out: recent searches and languages, reading positions, and uploads that have
 * begun.
 */
export const KEPT_NAMES = {
  searches: 'searches:',
  languages: 'languages:',
  position: 'position:',
  upload: 'tus::',
} as const
