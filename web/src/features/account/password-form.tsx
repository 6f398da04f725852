import { type FormEvent, useState } from 'react'
import { changePassword } from '../../data/account.ts'
import { isRefusal, messageOf } from '../../data/api-errors.ts'
import { useSession } from '../../data/session.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.ts'
import { FormError } from '../sessions/form-error.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { focusProblem, newPasswordProblems, readTexts } from './password-problems.ts'

type Problems = Partial<Record<'currentPassword' | 'password' | 'confirmPassword', string>>

export function PasswordForm() {
  const username = useSession()?.username ?? ''
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy) return
    const texts = readTexts(form, ['currentPassword', 'password', 'confirmPassword'])
    const found: Problems = {
      ...(texts.currentPassword === '' ? { currentPassword: 'Enter your current password' } : {}),
      ...newPasswordProblems(texts),
    }
    setProblems(found)
    setFailure(undefined)
    if (focusProblem(form, found)) return
    setBusy(true)
    try {
      await changePassword(texts.currentPassword, texts.password)
      form.reset()
      toast.success('Your password was changed')
    } catch (error) {
      if (isRefusal(error, 'passwordWrong')) {
        const wrong = { currentPassword: messageOf(error) }
        setProblems(wrong)
        focusProblem(form, wrong)
      } else {
        setFailure(messageOf(error))
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      aria-label="Change password"
      className="flex max-w-100 flex-col gap-4"
      onSubmit={(event) => void submit(event)}
    >
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        required
        error={problems.currentPassword}
      />
      <NewPasswordFields problems={problems} />
      <FormError text={failure} />
      <Button type="submit" className="self-start" loading={isBusy}>
        Change password
      </Button>
    </form>
  )
}
