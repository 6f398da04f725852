/** Thirty days: for so long, somebody may not have noticed a passkey that is not theirs. */
const LATELY_MS = 30 * 24 * 60 * 60_000

/** Whether the review after a reset marks a passkey that was added at this time. */
export function isAddedLately({ createdAt }: { readonly createdAt: string }, now = Date.now()): boolean {
  return now - Date.parse(createdAt) < LATELY_MS
}
