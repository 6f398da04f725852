import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { useSession } from '../../data/api/session.ts'
import { useViewer } from '../../data/members/members.ts'
import {
  appealDecision,
  type Decision,
  markDecisionsSeen,
  useOwnDecisions,
  useOwnReports,
} from '../../data/moderation/reports.ts'
import { translate } from '../../locale/messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { PlainText } from '../../ui/text/plain-text.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { AppealForm } from './appeal-form.tsx'
import { PagedList } from './paged-list.tsx'
import { CopyView, DecisionView } from './report-views.tsx'
import { COPY_LABELS, OUTCOME_WORDS } from './report-words.ts'

/** What the viewer has reported, and what came of it. */
export function OwnReports() {
  return (
    <PagedList pages={useOwnReports()} label={t`Reports`} emptyText={t`You have not reported anything.`}>
      {({ _id, kind, rule, text, copy, outcome, createdAt }) => (
        <li key={_id} className="flex flex-col gap-2 border-b py-4 last:border-b-0">
          <p className="font-semibold">{translate(OUTCOME_WORDS[outcome])}</p>
          <p className="text-meta text-muted">
            {rule} · <RelativeTime time={createdAt} />
          </p>
          {text !== '' && <PlainText text={text} />}
          <CopyView copy={copy} label={translate(COPY_LABELS[kind])} />
        </li>
      )}
    </PagedList>
  )
}

/** What moderators decided about the viewer. Reading it marks it as seen. */
export function OwnDecisions() {
  const username = useSession()?.username ?? ''
  const decisions = useOwnDecisions()
  const viewer = useViewer()
  const hasUnread = (viewer?.unreadDecisions ?? 0) > 0
  const isRead = decisions.entries !== undefined && hasUnread
  useEffect(() => {
    // A failure only means that the notice stays.
    if (isRead) markDecisionsSeen(username).catch(() => undefined)
  }, [isRead, username])
  return (
    <>
      {viewer?.limited && (
        <p className="rounded-lg border bg-surface p-3">
          {t`Your account is limited at the moment: only your followers see your posts and follow lists.`}
        </p>
      )}
      <PagedList pages={decisions} label={t`Decisions`} emptyText={t`No moderator has decided anything about you.`}>
        {(decision) => (
          <li key={decision._id} className="border-b py-4 last:border-b-0">
            <DecisionView decision={decision} />
            {!decision.appeal && <Appeal decision={decision} />}
          </li>
        )}
      </PagedList>
    </>
  )
}

function Appeal({ decision }: { decision: Decision }) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <Button variant="secondary" size="small" className="mt-3" onClick={() => setOpen(true)}>
        {t({ message: 'Appeal', context: 'verb' })}
      </Button>
    )
  }
  return (
    <div className="mt-3">
      <AppealForm
        onSend={async (text) => {
          await appealDecision(decision._id, text)
          toast.success(t`Your appeal was sent`)
        }}
      />
    </div>
  )
}
