import { viewerChanged } from '../api/api.ts'
import { memberOfSession } from '../api/session.ts'
import { loadCode } from '../code/load-code.ts'

/**
 * What sends posts, comments, edits and deletions. Nobody writes before the first screen is shown. Rejects if the
 * viewer changes meanwhile: who has written something is not the next member.
 */
export async function loadWrites() {
  const member = memberOfSession()
  const code = await loadCode(() => import('./writes.ts'))
  if (member !== memberOfSession()) throw viewerChanged()
  return code
}
