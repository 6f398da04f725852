import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../data/api/api.ts'
import { getSession, type Session, signOut } from '../../data/api/session.ts'
import { paths } from '../../paths.ts'

const load = async (session: Session | null) => {
  if (!session) return null
  const { countUnsent } = await import('../../data/unsent.ts')
  const unsent = await countUnsent(session)
  if (unsent.drafts + unsent.waiting === 0) return null
  return { unsent, ...(await import('./log-out-dialog.tsx')) }
}

type Question = NonNullable<Awaited<ReturnType<typeof load>>>

/**
 * Ends the session. Asks before, if there is something that was not sent. The browser does not wait for the server, so that
 * a logout also works offline. query-client.ts clears the cache of the session's data, app/start-offline.ts what is kept on
 * this device.
 */
export function useLogOut(): { logOut: () => void; question: ReactNode } {
  const navigate = useNavigate()
  const [question, setQuestion] = useState<Question | null>(null)
  const [isOpen, setOpen] = useState(false)

  function leave(options?: { keepsDrafts: boolean }): void {
    // Sent first: the request needs the token, which the next line removes.
    if (getSession()) call('POST /api/auth/logout', {}).catch((error: unknown) => console.error(error))
    signOut(options)
    void navigate(paths.login)
  }
  async function ask(): Promise<void> {
    // Without the code, nobody can be asked. Logging out must work all the same.
    const found = await load(getSession()).catch(() => null)
    if (!found) leave()
    setQuestion(found)
    setOpen(found !== null)
  }
  return {
    logOut: () => void ask(),
    question: question && (
      <question.LogOutDialog unsent={question.unsent} open={isOpen} onOpenChange={setOpen} onLogOut={leave} />
    ),
  }
}
