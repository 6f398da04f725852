import type { RouteAnswer } from '@quack/contract'
import { useEffect, useState } from 'react'
import { messageOf } from '../../data/api/api-errors.ts'
import { readSuspension } from '../../data/moderation/reports.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Dialog } from '../../ui/popup/dialog.tsx'
import { DecisionView } from './decision-view.tsx'
import { TextForm } from './text-form.tsx'

interface SuspensionDialogProps {
  credentials: { username: string; password: string }
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
}

type Answer = RouteAnswer<'POST /api/auth/suspension'>

/** Tells a suspended member why, and takes an appeal. They cannot log in, so it asks with their password. */
export function SuspensionDialog({ credentials, open, onOpenChange, onClosed }: SuspensionDialogProps) {
  const [answer, setAnswer] = useState<Answer | Error | null>(null)
  const { username, password } = credentials
  useEffect(() => {
    readSuspension({ username, password }).then(setAnswer, setAnswer)
  }, [username, password])
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
      title="Your account is suspended"
      size="small"
      phone="sheet"
    >
      <div className="flex flex-col gap-4 p-4">
        {answer === null && <Skeleton className="h-24" />}
        {answer instanceof Error && <ErrorState message={messageOf(answer)} />}
        {answer && !(answer instanceof Error) && !answer.decision && (
          <p>The operator of this Quack has suspended your account. Please ask them.</p>
        )}
        {answer && !(answer instanceof Error) && answer.decision && (
          <>
            <DecisionView decision={answer.decision} />
            {!answer.decision.appeal && (
              <TextForm
                name="Appeal"
                label="Why should this be decided differently? You can appeal once."
                action="Send appeal"
                onSend={async (appeal) => setAnswer(await readSuspension({ username, password, appeal }))}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
