/** The page that a visitor asked for. The login screens carry it as router state. */
export interface Origin {
  from: string
}

export function originOf(location: { pathname: string; search: string }): Origin {
  return { from: `${location.pathname}${location.search}` }
}

/** Router state is stored in the browser's history and thus untrusted: only a path on this site is accepted. */
export function readOrigin(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null
  const { from } = state
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : null
}
