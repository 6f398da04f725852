import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { REPORT_MAX_LENGTH } from '@quack/contract/rules/limits'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useMeta } from '../../data/installation/meta.ts'
import { paths } from '../../paths.ts'
import { linkClass } from '../../ui/button/button-class.ts'
import { TextArea } from '../../ui/form/text-area.tsx'
import { SessionLayout } from './session-layout.tsx'

/** Says who may sign up, if not everybody may, and where the rules are. */
export function SignUpNotice({ invitation }: { invitation: string | null }) {
  const { data } = useMeta()
  if (!data?.moderated) return null
  const { mode } = data.signUp
  return (
    <div className="mb-4 flex flex-col gap-1 text-muted">
      {mode === 'closed' && <p role="status">{t`This Quack takes no new members at the moment.`}</p>}
      {mode === 'invitation' && invitation === null && (
        <p role="status">{t`You need an invitation to join this Quack. Open the link that you were given.`}</p>
      )}
      {mode === 'approval' && invitation === null && (
        <p>{t`A moderator looks at every sign-up before you can log in.`}</p>
      )}
      <p>
        <Link to={paths.rules} className={linkClass}>
          {t`Rules`}
        </Link>{' '}
        ·{' '}
        <Link to={paths.about} className={linkClass}>
          {t({ message: 'About', comment: 'A link to the page about this installation.' })}
        </Link>
      </p>
    </div>
  )
}

interface SignUpQuestionProps {
  isInvited: boolean
  error: string | undefined
}

/** The question of an installation that approves sign-ups. */
export function SignUpQuestion({ isInvited, error }: SignUpQuestionProps) {
  const signUp = useMeta().data?.signUp
  if (isInvited || signUp?.mode !== 'approval' || signUp.question === '') return null
  return <TextArea label={signUp.question} name="signUpAnswer" maxLength={REPORT_MAX_LENGTH} error={error} required />
}

/** Instead of the form, after a sign-up that has to be approved. */
export function WaitingPage() {
  return (
    <SignedUpPage title={t`Your sign-up waits for approval`}>
      {t`A moderator will look at it. Log in with your username and password to see what was decided.`}
    </SignedUpPage>
  )
}

/** Instead of the form, after a sign-up whose address has to be confirmed. */
export function UnconfirmedPage({ email }: { email: string }) {
  return (
    <SignedUpPage title={t`Confirm your address`}>
      <Trans>
        We have sent a link to <strong className="break-words">{email}</strong>. Open it, then log in. If no mail
        arrives, log in as well: that sends the link again.
      </Trans>
    </SignedUpPage>
  )
}

function SignedUpPage({ title, children }: { title: string; children: ReactNode }) {
  const { state } = useLocation()
  return (
    <SessionLayout
      title={title}
      pageTitle={t`Sign Up`}
      footer={
        <Link to={paths.login} state={state} className={linkClass}>
          {t`Login`}
        </Link>
      }
    >
      <p role="status" className="text-balance text-center">
        {children}
      </p>
    </SessionLayout>
  )
}
