/** The page that a visitor came from, which the login screens carry along as router state. */
export interface Origin {
  from: string
}

export function originOf(location: { pathname: string; search: string }): Origin {
  return { from: `${location.pathname}${location.search}` }
}

/** Reads it back. Router state survives in the browser's history, so it is not to be trusted: only a path of ours counts. */
export function readOrigin(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null
  const { from } = state
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : null
}
