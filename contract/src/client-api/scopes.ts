/** Nouns of scopes: `read:blocks` is a part of `read`. */
const NOUNS = {
  both: ['accounts', 'blocks', 'bookmarks', 'favourites', 'filters', 'follows', 'lists', 'mutes', 'notifications'],
  read: ['search', 'statuses'],
  write: ['conversations', 'media', 'reports', 'statuses'],
} as const
export type ScopeNoun = (typeof NOUNS)[keyof typeof NOUNS][number]

/** What an app may ask for. A call requires one of these, or none. */
export const SCOPES = [
  ...['read', 'write', 'follow', 'push', 'profile'],
  ...[...NOUNS.both, ...NOUNS.read].map((noun) => `read:${noun}`),
  ...[...NOUNS.both, ...NOUNS.write].map((noun) => `write:${noun}`),
]

/** An older name for reading and changing relationships. */
const FOLLOW = ['read:blocks', 'write:blocks', 'read:follows', 'write:follows', 'read:mutes', 'write:mutes']

/** Whether these scopes include the one that a call requires. */
export function includesScope(granted: readonly string[], required: string): boolean {
  const [whole] = required.split(':')
  return (
    granted.includes(required) ||
    granted.includes(String(whole)) ||
    (granted.includes('follow') && FOLLOW.includes(required)) ||
    (required === 'profile' && granted.some((scope) => scope === 'read' || scope === 'read:accounts'))
  )
}

/**
 * The known ones of scopes that are separated by blanks or plus signs, each once. Apps ask for names of other servers.
 */
export function parseScopes(text: string): string[] {
  return [...new Set(text.split(/[\s+]+/))].filter((scope) => SCOPES.includes(scope))
}
