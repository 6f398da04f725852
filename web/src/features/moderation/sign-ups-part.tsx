import { t } from '@lingui/core/macro'
import { hasRole } from '@quack/contract/entities/roles'
import { useState } from 'react'
import { useAction } from '../../data/api/error-notifications.ts'
import { useViewer } from '../../data/members/members.ts'
import { type Application, decideApplication, useApplications } from '../../data/moderation/moderation.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { PlainText } from '../../ui/text/plain-text.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { SettingsSection } from '../account/settings-section.tsx'
import { PagedList } from '../reports/paged-list.tsx'
import { Invitations } from './invitations.tsx'
import { SignUpModeForm } from './sign-up-mode-form.tsx'

/** Who may sign up, who waits, and the invitations. */
export function SignUpsPart() {
  const isOwner = hasRole(useViewer()?.role ?? null, 'owner')
  return (
    <>
      {isOwner && (
        <SettingsSection title={t`Sign-ups`}>
          <SignUpModeForm />
        </SettingsSection>
      )}
      <SettingsSection title={t`Waiting for approval`}>
        <PagedList pages={useApplications()} label={t`Sign-ups`} emptyText={t`Nobody waits.`}>
          {(application) => (
            <li key={application._id} className="flex flex-col gap-3 border-b py-3 last:border-b-0">
              <ApplicationItem application={application} />
            </li>
          )}
        </PagedList>
      </SettingsSection>
      <SettingsSection title={t`Invitations`} text={t`Links with which people sign up, without an approval.`}>
        <Invitations />
      </SettingsSection>
    </>
  )
}

function ApplicationItem({ application }: { application: Application }) {
  const { _id, firstName, lastName, username, email, answer, createdAt } = application
  const [reason, setReason] = useState('')
  const [isBusy, run] = useAction()
  async function decide(accept: boolean) {
    const isDone = await run(() => decideApplication(_id, accept, reason))
    if (isDone)
      toast.success(
        accept ? t({ message: 'Accepted', context: 'sign-up' }) : t({ message: 'Rejected', context: 'sign-up' }),
      )
  }
  return (
    <>
      <div>
        <p className="wrap-anywhere font-semibold">
          <bdi>
            {firstName} {lastName}
          </bdi>{' '}
          <span className="font-normal text-muted">
            <bdi>@{username}</bdi>
          </span>
        </p>
        <p className="wrap-anywhere text-meta text-muted">
          {email} · <RelativeTime time={createdAt} />
        </p>
      </div>
      {answer !== '' && <PlainText text={answer} />}
      <TextField
        label={t({ message: 'Why not? (told to the applicant)', comment: 'Why a sign-up is rejected' })}
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" loading={isBusy} onClick={() => void decide(true)}>
          {t({ message: 'Accept', context: 'sign-up' })}
        </Button>
        <Button variant="secondary" loading={isBusy} onClick={() => void decide(false)}>
          {t({ message: 'Reject', context: 'sign-up' })}
        </Button>
      </div>
    </>
  )
}
