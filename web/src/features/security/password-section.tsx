import { messageOf } from '../../data/api/api-errors.ts'
import { useSession } from '../../data/api/session.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { changePassword, useWaysIn } from '../../data/security/ways-in.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import { toast } from '../../ui/toast/toast.ts'
import { NewPasswordFields } from '../account/new-password-fields.tsx'
import { SettingsSection } from '../account/settings-section.tsx'
import { newPasswordProblems } from '../sign-in/new-password.ts'
import { PasswordForm } from './password-form.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

/** As many passkeys as a member without a password needs to begin with. */
const NEEDED = 2

export function PasswordSection() {
  const { data: ways, error, refetch } = useWaysIn()
  const heading = useHeadingFocus(ways?.hasPassword)
  if (ways?.hasPassword === false) {
    return (
      <SettingsSection heading={heading} title="Password" text="You have none. You sign in with your passkeys.">
        <NewPasswordForm />
      </SettingsSection>
    )
  }
  return (
    <SettingsSection heading={heading} title="Password" text="Your other sessions end when you change it.">
      {ways && (
        <>
          <PasswordForm />
          <RemovePassword passkeys={ways.passkeys} />
        </>
      )}
      {!ways && error && <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />}
      {!ways && !error && <Skeleton className="h-72 w-full" />}
    </SettingsSection>
  )
}

/** For a member who has removed the password. */
function NewPasswordForm() {
  const username = useSession()?.username ?? ''
  const { problems, isBusy, events } = useForm({
    read: (form) => readTexts(form, ['password', 'confirmPassword']),
    check: newPasswordProblems,
    async send({ password }) {
      await changePassword(password)
      toast.success('Your password is set')
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  return (
    <form noValidate aria-label="Set a password" className="flex max-w-100 flex-col gap-4" {...events}>
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <NewPasswordFields problems={problems} />
      <FormError text={problems.form} />
      <Button type="submit" className="self-start" loading={isBusy}>
        Set password
      </Button>
    </form>
  )
}

function RemovePassword({ passkeys }: { passkeys: number }) {
  const dialog = useOnDemand(() => import('./change-dialogs.tsx'))
  if (passkeys < NEEDED) {
    return <p className="text-meta text-muted">With two passkeys, you can remove your password.</p>
  }
  return (
    <>
      <Button variant="secondary" className="self-start" onPointerEnter={dialog.prepare} onClick={dialog.open}>
        Remove password
      </Button>
      {dialog.module && <dialog.module.RemovePasswordDialog open={dialog.isOpen} onOpenChange={dialog.setOpen} />}
    </>
  )
}
