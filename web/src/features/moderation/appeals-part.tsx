import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useAction } from '../../data/api/error-notifications.ts'
import { fullName } from '../../data/members/people.ts'
import { decideAppeal, type StaffDecision, useAppeals } from '../../data/moderation/moderation.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { PlainText } from '../../ui/text/plain-text.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { PagedList } from '../reports/paged-list.tsx'
import { DecisionView } from '../reports/report-views.tsx'

/** Appeals that wait for an answer. */
export function AppealsPart() {
  return (
    <PagedList pages={useAppeals()} label={t`Appeals`} emptyText={t`No open appeals.`}>
      {(appeal) => (
        <li key={appeal._id} className="flex flex-col gap-3 border-b p-4">
          <AppealItem appeal={appeal} />
        </li>
      )}
    </PagedList>
  )
}

function AppealItem({ appeal }: { appeal: StaffDecision }) {
  const [message, setMessage] = useState('')
  const [isBusy, run] = useAction()
  async function answer(accept: boolean) {
    const isDone = await run(() => decideAppeal(appeal._id, accept, message))
    if (isDone) toast.success(accept ? t`The appeal is accepted` : t`The appeal is rejected`)
  }
  return (
    <>
      <h2 className="wrap-anywhere font-semibold">
        <bdi>{fullName(appeal.member)}</bdi> <span className="font-normal text-muted">@{appeal.member.username}</span>
      </h2>
      <PlainText text={appeal.appeal?.text ?? ''} />
      <div className="rounded-lg border p-3">
        <DecisionView decision={{ ...appeal, appeal: null }} />
      </div>
      <TextArea
        label={t`Message to the member (optional)`}
        rows={1}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" loading={isBusy} onClick={() => void answer(true)}>
          {t`Accept appeal`}
        </Button>
        <Button variant="secondary" loading={isBusy} onClick={() => void answer(false)}>
          {t`Reject appeal`}
        </Button>
      </div>
    </>
  )
}
