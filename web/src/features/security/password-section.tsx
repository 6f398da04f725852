import { t } from '@lingui/core/macro'
import { messageOf } from '../../data/api/api-errors.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { useWaysIn } from '../../data/security/ways-in.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SettingsSection } from '../account/settings-section.tsx'
import { PasswordForm } from './password-form.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

/** As many passkeys as a member without a password needs to begin with. */
const NEEDED = 2

export function PasswordSection() {
  const { data: ways, error, refetch } = useWaysIn()
  const heading = useHeadingFocus(ways?.hasPassword)
  const hasPassword = ways?.hasPassword !== false
  const text = hasPassword
    ? t`Your other sessions end when you change it.`
    : t`You have none. You sign in with your passkeys.`
  return (
    <SettingsSection heading={heading} title={t`Password`} text={text}>
      {ways && <PasswordForm key={String(hasPassword)} hasPassword={hasPassword} />}
      {ways && hasPassword && <RemovePassword passkeys={ways.passkeys} />}
      {!ways && error && <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />}
      {!ways && !error && <Skeleton className="h-72 w-full" />}
    </SettingsSection>
  )
}

function RemovePassword({ passkeys }: { passkeys: number }) {
  const dialog = useOnDemand(() => import('./change-dialogs.tsx'))
  if (passkeys < NEEDED) {
    return <p className="text-meta text-muted">{t`With two passkeys, you can remove your password.`}</p>
  }
  return (
    <>
      <Button variant="secondary" className="self-start" onPointerEnter={dialog.prepare} onClick={dialog.open}>
        {t`Remove password`}
      </Button>
      {dialog.module && <dialog.module.RemovePasswordDialog {...dialog.props} />}
    </>
  )
}
