import { ENDPOINTS } from '@quack/contract'

/** Words that stand where a username could in an address of the API: a member of that name could not be reached. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(
  Object.values(ENDPOINTS)
    .flatMap((endpoint) => endpoint.path.split('/'))
    .filter((part) => part !== '' && !part.startsWith(':')),
)

export function isReserved(username: string): boolean {
  // '.' and '..' are places in a path, and browsers resolve them before a server sees them.
  return RESERVED_NAMES.has(username.toLowerCase()) || /^\.+$/.test(username)
}
