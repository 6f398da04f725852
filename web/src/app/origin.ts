/** The page that a visitor asked for. The login screens carry it as router state. */
export interface Origin {
  from: string
}

export function originOf({ pathname, search, hash }: { pathname: string; search: string; hash: string }): Origin {
  return { from: `${pathname}${search}${hash}` }
}

/** Router state is stored in the browser's history and thus untrusted: only a path on this site is accepted. */
export function readOrigin(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null
  const { from } = state
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : null
}
