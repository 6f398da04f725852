import { AsyncLocalStorage } from 'node:async_hooks'

/** What one request knows of the replica. */
interface ReadScope {
  /** Whether the replica was seen to have all that was acknowledged before this request, and by it. */
  isReplicaCurrent: boolean
}

/**
 * The queries of one request ask once whether the replica is current: a later answer of the same kind would be about
 * writes that nobody could expect to see in it. A write of its own makes it ask again.
 */
const scopes = new AsyncLocalStorage<ReadScope>()

/** Runs what belongs to one request. */
export function inReadScope(work: () => void): void {
  scopes.run({ isReplicaCurrent: false }, work)
}

/** @param ask whether the replica is current now */
export async function isCurrentInScope(ask: () => Promise<boolean>): Promise<boolean> {
  const scope = scopes.getStore()
  if (scope?.isReplicaCurrent) return true
  const isCurrent = await ask()
  if (scope && isCurrent) scope.isReplicaCurrent = true
  return isCurrent
}

/** After a write. */
export function forgetScope(): void {
  const scope = scopes.getStore()
  if (scope) scope.isReplicaCurrent = false
}
