import { useNavigate } from 'react-router'
import { call } from '../../data/api/api.ts'
import { isAbort } from '../../data/api/api-errors.ts'
import { getSession, signOut } from '../../data/api/session.ts'
import { paths } from '../../paths.ts'

/**
 * Ends the session at once, without a question: what was not sent stays on this device for the member's next log-in,
 * except of the shared guest. It does not wait for the server, so that a logout also works offline.
 * data/cache/query-client.ts clears the cache of the session's data, app/start-offline.ts what this device has kept for
 * reading.
 */
export function useLogOut(): () => void {
  const navigate = useNavigate()
  return () => {
    // Sent first: the request needs the token, which the next line removes. Nobody waits for the answer any more.
    if (getSession())
      call('POST /api/auth/logout', {}).catch((error: unknown) => isAbort(error) || console.error(error))
    signOut()
    void navigate(paths.login)
  }
}
