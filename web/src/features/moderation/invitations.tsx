import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { INVITATION_DAYS_MAX, INVITATION_USES_MAX } from '@quack/contract/rules/limits'
import { useState } from 'react'
import { messageOf } from '../../data/api/api-errors.ts'
import { succeeds } from '../../data/api/error-notifications.ts'
import {
  createInvitation,
  type Invitation,
  revokeInvitation,
  useInvitations,
} from '../../data/moderation/moderation.ts'
import { intlLocale } from '../../locale/messages.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { FormError } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import { PagedList } from '../reports/paged-list.tsx'

const problemOf = (text: string, max: number) =>
  /^[1-9]\d*$/.test(text) && Number(text) <= max ? undefined : t`A number from 1 to ${max}`

export function Invitations() {
  const [link, setLink] = useState<string | null>(null)
  const { problems, isBusy, events } = useForm<{ uses: string; days: string }, 'uses' | 'days'>({
    read: (form) => readTexts(form, ['uses', 'days']),
    check: ({ uses, days }) => ({
      uses: problemOf(uses, INVITATION_USES_MAX),
      days: problemOf(days, INVITATION_DAYS_MAX),
    }),
    async send({ uses, days }) {
      const token = await createInvitation(Number(uses), Number(days))
      setLink(`${window.location.origin}${paths.signup}?invitation=${token}`)
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  const field = (name: 'uses' | 'days') =>
    ({ name, inputMode: 'numeric', className: 'w-24', error: problems[name] }) as const
  return (
    <>
      <form noValidate aria-label={t`New invitation`} className="flex flex-wrap items-end gap-3" {...events}>
        <TextField
          label={t({ message: 'Uses', comment: 'How often an invitation can be used' })}
          defaultValue="1"
          {...field('uses')}
        />
        <TextField
          label={t({ message: 'Days', comment: 'How long an invitation can be used' })}
          defaultValue="7"
          {...field('days')}
        />
        <Button type="submit" loading={isBusy}>
          {t`Create link`}
        </Button>
        <FormError text={problems.form} />
      </form>
      <div role="status">
        {link !== null && (
          <TextField
            label={t`The new link. It is shown only now`}
            readOnly
            value={link}
            onFocus={(event) => event.target.select()}
          />
        )}
      </div>
      <PagedList pages={useInvitations()} label={t`Invitations`} emptyText={t`No invitations yet.`}>
        {(invitation) => (
          <li key={invitation._id} className="flex items-center gap-3 border-b py-3 last:border-b-0">
            <InvitationItem invitation={invitation} />
          </li>
        )}
      </PagedList>
    </>
  )
}

function InvitationItem({ invitation }: { invitation: Invitation }) {
  const { _id, creator, uses, maxUses, expiresAt } = invitation
  const day = new Date(expiresAt).toLocaleDateString(intlLocale(), { dateStyle: 'medium' })
  const isOver = uses >= maxUses || Date.parse(expiresAt) <= Date.now()
  return (
    <>
      <p className="wrap-anywhere min-w-0 flex-1">
        <Trans comment="An invitation: how often it was used, and who made it">
          {uses} of {maxUses} used <span className="text-muted">by @{creator}</span>
        </Trans>
        <span className="text-muted">
          {' · '}
          {isOver ? t({ message: 'over', comment: 'An invitation that has ended' }) : t`until ${day}`}
        </span>
      </p>
      {!isOver && (
        <Button variant="secondary" size="small" onClick={() => void succeeds(() => revokeInvitation(_id))}>
          {t({ message: 'Revoke', comment: 'An invitation' })}
        </Button>
      )}
    </>
  )
}
