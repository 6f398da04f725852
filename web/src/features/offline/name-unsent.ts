interface Unsent {
  drafts: number
  /** Entries of the outbox, and desired states. */
  waiting: number
}

/** '2 drafts', '1 unsent change', '2 drafts and 1 unsent change'. */
export function nameUnsent({ drafts, waiting }: Unsent): string {
  const parts = [
    [drafts, 'draft'],
    [waiting, 'unsent change'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${count} ${noun}${count === 1 ? '' : 's'}`)
    .join(' and ')
}
