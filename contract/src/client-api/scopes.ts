/** The nouns of scopes: `read:statuses` is a part of `read`. */
const NOUNS = {
  read: ['accounts', 'blocks', 'bookmarks', 'favourites', 'filters', 'follows', 'lists', 'mutes', 'notifications'],
  write: ['accounts', 'blocks', 'bookmarks', 'favourites', 'filters', 'follows', 'lists', 'media', 'mutes'],
} as const

/** What an app may ask for, and what a call requires. */
export const SCOPES = [
  ...['read', 'write', 'follow', 'push', 'profile'],
  ...NOUNS.read.map((noun) => `read:${noun}`),
  ...['read:search', 'read:statuses'],
  ...NOUNS.write.map((noun) => `write:${noun}`),
  ...['write:conversations', 'write:notifications', 'write:reports', 'write:statuses'],
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

/** The known ones of scopes that are separated by blanks or plus signs, each once. Apps ask for names of other servers. */
export function parseScopes(text: string): string[] {
  return [...new Set(text.split(/[\s+]+/))].filter((scope) => SCOPES.includes(scope))
}
