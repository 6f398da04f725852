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
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { FormError } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import { PagedList } from '../reports/paged-list.tsx'

const problemOf = (text: string, max: number) =>
  /^[1-9]\d*$/.test(text) && Number(text) <= max ? undefined : `A number from 1 to ${max}`

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
      <form noValidate aria-label="New invitation" className="flex flex-wrap items-end gap-3" {...events}>
        <TextField label="Uses" defaultValue="1" {...field('uses')} />
        <TextField label="Days" defaultValue="7" {...field('days')} />
        <Button type="submit" loading={isBusy}>
          Create link
        </Button>
        <FormError text={problems.form} />
      </form>
      <div role="status">
        {link !== null && (
          <TextField
            label="The new link. It is shown only now"
            readOnly
            value={link}
            onFocus={(event) => event.target.select()}
          />
        )}
      </div>
      <PagedList pages={useInvitations()} label="Invitations" emptyText="No invitations yet.">
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
  const isOver = uses >= maxUses || Date.parse(expiresAt) <= Date.now()
  return (
    <>
      <p className="wrap-anywhere min-w-0 flex-1">
        {uses} of {maxUses} used{' '}
        <span className="text-muted">
          by @{creator} ·{' '}
          {isOver ? 'over' : `until ${new Date(expiresAt).toLocaleDateString('en-US', { dateStyle: 'medium' })}`}
        </span>
      </p>
      {!isOver && (
        <Button variant="secondary" size="small" onClick={() => void succeeds(() => revokeInvitation(_id))}>
          Revoke
        </Button>
      )}
    </>
  )
}
