import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Digest } from '@quack/contract'
import { useId } from 'react'
import { Link } from 'react-router'
import { useEmail, useIsGuest } from '../../../data/account/account.ts'
import { useMeta } from '../../../data/installation/meta.ts'
import { changeSettings } from '../../../data/notifications/notification-settings.ts'
import { translate } from '../../../locale/messages.ts'
import { paths } from '../../../paths.ts'
import { linkClass } from '../../../ui/button/button-class.ts'
import { controlClass, FieldShell } from '../../../ui/form/field.tsx'
import { SettingsSection } from '../../account/settings-section.tsx'

const CHOICES: readonly (readonly [Digest, MessageDescriptor])[] = [
  ['off', msg({ message: 'Off', context: 'mails' })],
  ['daily', msg({ message: 'Daily', context: 'mails' })],
  ['weekly', msg({ message: 'Weekly', context: 'mails' })],
]

/** How often unread notifications come by mail. Not shown where no mail is sent. */
export function DigestSection({ digest }: { digest: Digest }) {
  const id = useId()
  if (useMeta().data?.mail !== true) return null
  return (
    <SettingsSection
      title={t`Mail`}
      text={t`A mail with what you have not read yet. None comes when there is nothing new.`}
    >
      <FieldShell id={id} label={t`How often`}>
        <select
          id={id}
          value={digest}
          onChange={({ target }) => changeSettings('digest', (known) => ({ ...known, digest: target.value as Digest }))}
          className={`${controlClass} min-h-10 bg-ground! text-ink!`}
        >
          {CHOICES.map(([value, label]) => (
            <option key={value} value={value}>
              {translate(label)}
            </option>
          ))}
        </select>
      </FieldShell>
      <Unconfirmed />
    </SettingsSection>
  )
}

function Unconfirmed() {
  const isGuest = useIsGuest()
  const email = useEmail().data
  if (isGuest !== false || !email || email.confirmed) return null
  const address = email.email
  return (
    <p className="wrap-anywhere">
      <Trans>
        Your address {address} is not confirmed, so no mail comes yet.{' '}
        <Link to={paths.security} className={linkClass}>
          Confirm your address
        </Link>
      </Trans>
    </p>
  )
}
