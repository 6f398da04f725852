import { t } from '@lingui/core/macro'
import type { RouteAnswer } from '@quack/contract'
import { useEffect, useState } from 'react'
import { messageOf } from '../../data/api/api-errors.ts'
import { readSuspension } from '../../data/moderation/reports.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Dialog, type DialogState } from '../../ui/popup/dialog.tsx'
import { AppealForm } from './appeal-form.tsx'
import { DecisionView } from './report-views.tsx'

interface SuspensionDialogProps extends DialogState {
  credentials: { username: string; password: string }
}

type Answer = RouteAnswer<'POST /api/auth/suspension'>

/** Tells a suspended member why, and takes an appeal. They cannot log in, so it asks with their password. */
export function SuspensionDialog({ credentials, ...dialog }: SuspensionDialogProps) {
  const [answer, setAnswer] = useState<Answer | Error | null>(null)
  const { username, password } = credentials
  useEffect(() => {
    readSuspension({ username, password }).then(setAnswer, setAnswer)
  }, [username, password])
  return (
    <Dialog {...dialog} title={t`Your account is suspended`} size="small" phone="sheet">
      <div className="flex flex-col gap-4 p-4">
        {answer === null && <Skeleton className="h-24" />}
        {answer instanceof Error && <ErrorState message={messageOf(answer)} />}
        {answer && !(answer instanceof Error) && !answer.decision && (
          <p>{t`The operator of this Quack has suspended your account. Please ask them.`}</p>
        )}
        {answer && !(answer instanceof Error) && answer.decision && (
          <>
            <DecisionView decision={answer.decision} />
            {!answer.decision.appeal && (
              <AppealForm onSend={async (appeal) => setAnswer(await readSuspension({ username, password, appeal }))} />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
