import { ENDPOINTS } from '@quack/contract'

/** Path segments of the API in the position of a username. A member with such a name could not be reached. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(
  Object.values(ENDPOINTS)
    .flatMap((endpoint) => endpoint.path.split('/'))
    .filter((part) => part !== '' && !part.startsWith(':')),
)

export function isReserved(username: string): boolean {
  return RESERVED_NAMES.has(username.toLowerCase())
}
