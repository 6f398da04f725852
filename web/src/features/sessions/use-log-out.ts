import { useNavigate } from 'react-router'
import { call } from '../../data/api.ts'
import { getSession, signOut } from '../../data/session.ts'
import { paths } from '../../paths.ts'

/**
 * Ends the session, and with it all that was read in its name (data/query-client.ts sees to that). The browser forgets it at once; the server is told too, but a server that cannot be reached keeps
 * nobody signed in here.
 */
export function useLogOut(): () => void {
  const navigate = useNavigate()
  return () => {
    // Sent first: the request takes its token from the session that ends on the next line.
    if (getSession()) call('POST /api/auth/logout', {}).catch((error: unknown) => console.error(error))
    signOut()
    void navigate(paths.login)
  }
}
