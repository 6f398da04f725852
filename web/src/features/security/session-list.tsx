import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { endOtherSessions, endSession, useSessions } from '../../data/account/account.ts'
import { messageOf } from '../../data/api/api-errors.ts'
import { succeeds } from '../../data/api/error-notifications.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { SessionRow } from './session-row.tsx'

/** The member's sessions, with buttons to end them. */
export function SessionList() {
  const { data: sessions, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useSessions()
  const [ending, setEnding] = useState<string | null>(null)

  async function end(what: string, work: () => Promise<void>, done: string) {
    if (ending !== null) return
    setEnding(what)
    if (await succeeds(work)) toast.success(done)
    setEnding(null)
  }

  if (!sessions) {
    if (error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />
    return <Skeleton className="h-14 w-full" />
  }
  const hasOthers = hasNextPage || sessions.some((session) => !session.current)
  return (
    <>
      <ul aria-label={t`Sessions`} className="flex flex-col">
        {sessions.map((session) => (
          <SessionRow
            key={session._id}
            session={session}
            isEnding={ending === session._id}
            onEnd={() => void end(session._id, () => endSession(session._id), t`The session has ended`)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {hasNextPage && (
          <Button variant="secondary" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t`Show more`}
          </Button>
        )}
        {hasOthers && (
          <Button
            variant="secondary"
            loading={ending === 'others'}
            onClick={() => void end('others', endOtherSessions, t`Your other sessions have ended`)}
          >
            {t`End all other sessions`}
          </Button>
        )}
      </div>
    </>
  )
}
