import { loadCode } from './code/load-code.ts'
import { loadOutbox } from './outbox/waiting.ts'

/** What sends posts, comments, edits and deletions. Nobody writes before the first screen is shown. */
export function loadWrites() {
  // A write asks the outbox first, which is therefore fetched at the same time. Its failure is handled there.
  loadOutbox().catch(() => undefined)
  return loadCode(() => import('./writes.ts'))
}
