import type { Digest } from '@quack/contract'
import { useId } from 'react'
import { Link } from 'react-router'
import { useEmail, useIsGuest } from '../../../data/account/account.ts'
import { useMeta } from '../../../data/installation/meta.ts'
import { changeSettings } from '../../../data/notifications/notification-settings.ts'
import { paths } from '../../../paths.ts'
import { linkClass } from '../../../ui/button/button-class.ts'
import { controlClass, FieldShell } from '../../../ui/form/field.tsx'
import { SettingsSection } from '../../account/settings-section.tsx'

const TEXT = 'A mail with what you have not read yet. None comes when there is nothing new.'
const CHOICES: readonly (readonly [Digest, string])[] = [
  ['off', 'Off'],
  ['daily', 'Daily'],
  ['weekly', 'Weekly'],
]

/** How often unread notifications come by mail. Not shown where no mail is sent. */
export function DigestSection({ digest }: { digest: Digest }) {
  const id = useId()
  if (useMeta().data?.mail !== true) return null
  return (
    <SettingsSection title="Mail" text={TEXT}>
      <FieldShell id={id} label="How often">
        <select
          id={id}
          value={digest}
          onChange={({ target }) => changeSettings('digest', (known) => ({ ...known, digest: target.value as Digest }))}
          className={`${controlClass} min-h-10 bg-ground! text-ink!`}
        >
          {CHOICES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
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
  return (
    <p className="wrap-anywhere">
      Your address {email.email} is not confirmed, so no mail comes yet.{' '}
      <Link to={paths.security} className={linkClass}>
        Confirm your address
      </Link>
    </p>
  )
}
