interface Figured {
  readonly id: string
  readonly figure: number
}

/** By their number of followers, then the newest first. */
export const byFigure = (entries: readonly Figured[]): string[] =>
  [...entries].sort((a, b) => b.figure - a.figure || Number(b.id) - Number(a.id)).map(({ id }) => id)

/** The order of members that a search finds: first those whom the reader follows, from one to before another. */
export function searchedOrder(members: readonly Figured[], followed: { from: number; to: number }): string[] {
  const near = members.slice(followed.from, followed.to)
  return [...byFigure(near), ...byFigure(members.filter((entry) => !near.includes(entry)))]
}

/** The order of suggestions: first those whom enough followed members follow. */
export function suggestedOrder(members: readonly Figured[], followed: { from: number; to: number }): string[] {
  const others = members.filter((_, index) => index < followed.from || index >= followed.to)
  const isNear = ({ figure }: Figured) => figure > followed.to
  return [...byFigure(others.filter(isNear)), ...byFigure(others.filter((entry) => !isNear(entry)))]
}
