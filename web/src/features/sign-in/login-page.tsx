import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { GUEST } from '@quack/contract/rules/demo'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useCanUsePasskeys } from '../../data/account/passkey-host.ts'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { expiredMember } from '../../data/api/session.ts'
import { loadCode } from '../../data/code/load-code.ts'
import { useMeta } from '../../data/installation/meta.ts'
import { flaggedEntries } from '../../data/outbox/flag.ts'
import { paths } from '../../paths.ts'
import { linkClass } from '../../ui/button/button-class.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { type Credentials, GuestButton, PasskeyButton, SuspensionButton } from './login-buttons.tsx'
import { SessionLayout } from './session-layout.tsx'
import { type LoginForm, logIn, loginProblems, readLoginForm } from './sign-in.ts'

/** Which button is at work. */
type Way = 'form' | 'guest' | 'passkey'

interface CodeStep {
  /** What the first step was sent with. */
  values: LoginForm
  CodeForm: typeof import('./code-form.tsx').CodeForm
}

export function LoginPage() {
  const location = useLocation()
  const formRef = useRef<HTMLFormElement>(null)
  const [way, setWay] = useState<Way>('form')
  const [suspended, setSuspended] = useState<Credentials | null>(null)
  const [step, setStep] = useState<CodeStep | null>(null)

  /** Logs in, and notes what the page has to offer when that is refused. */
  async function attempt(values: LoginForm, code?: string): Promise<void> {
    setSuspended(null)
    try {
      await logIn(code === undefined ? values : { ...values, code })
    } catch (error) {
      if (isRefusal(error, 'accountSuspended')) setSuspended({ username: values.username, password: values.password })
      throw error
    }
  }
  const { run, ...form } = useForm({
    read: readLoginForm,
    check: loginProblems,
    async send(values) {
      try {
        await attempt(values)
      } catch (error) {
        if (!isRefusal(error, 'codeNeeded')) throw error
        const { CodeForm } = await loadCode(() => import('./code-form.tsx'))
        setStep({ values, CodeForm })
      }
    },
    explain: (error) => ({ form: messageOf(error) }),
    notice: endedNotice(),
  })
  const isBusy = (by: Way) => form.isBusy && way === by

  /** Logs in without the fields of the form. */
  async function runBy(by: Way, action: (keepSignedIn: boolean) => Promise<void>): Promise<void> {
    const element = formRef.current
    if (!element) return
    const { keepSignedIn } = readLoginForm(element)
    setWay(by)
    await run(element, () => action(keepSignedIn))
    setWay('form')
  }
  const logInAsGuest = (guest: typeof GUEST) => runBy('guest', (keepSignedIn) => logIn({ ...guest, keepSignedIn }))
  const logInWithPasskey = () =>
    runBy('passkey', async (keepSignedIn) =>
      (await loadCode(() => import('./passkey-log-in.ts'))).logInByButton(keepSignedIn),
    )
  usePasskeyAutofill((use) => runBy('passkey', use))

  return (
    <SessionLayout
      title={t`Welcome to Quack!`}
      pageTitle={t`Login`}
      footer={
        <>
          <Trans>
            New here?{' '}
            <Link to={paths.signup} state={location.state} className={linkClass}>
              Sign Up
            </Link>
          </Trans>
          <ForgotLink />
        </>
      }
    >
      {step ? (
        <step.CodeForm onSend={(code) => attempt(step.values, code)} onBack={() => setStep(null)} />
      ) : (
        <Form
          ref={formRef}
          form={{ ...form, isBusy: isBusy('form') }}
          action={t`Login`}
          isWide
          more={
            <>
              <PasskeyButton isBusy={isBusy('passkey')} onPress={() => void logInWithPasskey()} />
              <GuestButton isBusy={isBusy('guest')} onLogIn={(guest) => void logInAsGuest(guest)} />
            </>
          }
        >
          <TextField
            label={t`Username`}
            name="username"
            autoComplete="username webauthn"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
            error={form.problems.username}
          />
          <PasswordField
            label={t`Password`}
            name="password"
            autoComplete="current-password"
            required
            error={form.problems.password}
          />
          <Checkbox label={t`Always keep me signed in?`} name="keepSignedIn" />
        </Form>
      )}
      {/* Outside of the form: a submit in the dialog would bubble to it. */}
      {suspended && <SuspensionButton credentials={suspended} />}
    </SessionLayout>
  )
}

/** What the login page says after a session has ended. */
function endedNotice(): string | undefined {
  const member = expiredMember()
  if (member === null) return undefined
  const count = flaggedEntries(member)
  if (count === 0) return t`Your session has ended. Please log in again.`
  return plural(count, {
    one: 'Your session has ended. Please log in again. One change waits to be sent.',
    other: 'Your session has ended. Please log in again. # changes wait to be sent.',
  })
}

/** 'Forgot password?', where a mail or the operator can help. Reserves its space until that is known. */
function ForgotLink() {
  const { state } = useLocation()
  const meta = useMeta()
  if (meta.isPending) return <span className="mt-2 block h-6" />
  if (!meta.data?.mail && !meta.data?.contact) return null
  return (
    <span className="mt-2 block text-meta">
      <Link
        to={paths.forgot}
        state={state}
        className="inline-block py-0.5 underline underline-offset-3 hover:no-underline"
      >
        {t`Forgot password?`}
      </Link>
    </span>
  )
}

type LogIn = (keepSignedIn: boolean) => Promise<void>

/** Offers passkeys in the suggestions of the username field, where the browser can. @param onChosen signs in */
function usePasskeyAutofill(onChosen: (logIn: LogIn) => Promise<void>): void {
  const canUse = useCanUsePasskeys()
  const choose = useEffectEvent(onChosen)
  useEffect(() => {
    if (canUse !== true) return
    const stop = new AbortController()
    offer(stop.signal, (logIn) => choose(logIn)).catch(() => undefined)
    return () => stop.abort()
  }, [canUse])
}

/** A failure is ignored: the button and the password are still there. */
async function offer(signal: AbortSignal, onChosen: (logIn: LogIn) => Promise<void>): Promise<void> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  const { offerAutofill } = await import('./passkey-log-in.ts')
  if (!signal.aborted) await offerAutofill({ signal, onChosen })
}
