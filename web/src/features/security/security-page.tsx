import { t } from '@lingui/core/macro'
import { CloudOff } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useIsGuest } from '../../data/account/account.ts'
import { useConnection } from '../../data/api/connection.ts'
import { REVIEW } from '../../paths.ts'
import { SettingsSection } from '../account/settings-section.tsx'
import { SafetyPage } from '../safety/safety-page.tsx'
import { EmailSection } from './email-section.tsx'
import { FactorSection } from './factor-section.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { SessionList } from './session-list.tsx'
import { SignOutOffer } from './sign-out-offer.tsx'
import { TokenSection } from './token-section.tsx'

/** The viewer's ways to sign in, e-mail address, tokens for scripts, sessions and recent activity. */
export function SecurityPage() {
  const isGuest = useIsGuest()
  const text = isGuest
    ? t`Everyone who looks around shares this account, so nobody can change how it signs in. Sign up for an account of your own.`
    : t`How you sign in, where you are signed in, and what happened lately.`
  return (
    <SafetyPage title={t`Sign-in and security`} text={text}>
      {isGuest === false && <Sections />}
    </SafetyPage>
  )
}

function Sections() {
  const isOnline = useConnection() === 'online'
  const [query] = useSearchParams()
  const isReview = query.has(REVIEW)
  return (
    <>
      <div role="status">
        {!isOnline && (
          <p className="flex items-center gap-2 border-b px-4 py-3 text-muted">
            <CloudOff size={18} className="shrink-0" aria-hidden="true" />
            {t`Quack cannot be reached. Nothing can be changed here until it can.`}
          </p>
        )}
      </div>
      {isReview && (
        <p className="border-b px-4 py-3">
          {t`Your new password is set, and all other sessions have ended. The passkeys, the second factor and the email address below still let somebody in: remove what you do not know.`}
        </p>
      )}
      <fieldset disabled={!isOnline} aria-label={t`Sign-in and security`} className="min-w-0">
        <PasswordSection />
        <PasskeySection isReview={isReview} />
        <FactorSection />
        <EmailSection />
        <TokenSection />
        <SettingsSection title={t`Sessions`} text={t`Where you are signed in. End those that you do not know.`}>
          <SessionList />
        </SettingsSection>
        <SettingsSection
          title={t`Recent activity`}
          text={t`Sign-ins and changes of the last 90 days. If one was not you, change your password and end the other sessions.`}
          anchor="activity"
        >
          <RecentActivity />
        </SettingsSection>
      </fieldset>
      <SignOutOffer />
    </>
  )
}
