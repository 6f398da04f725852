import { t } from '@lingui/core/macro'
import { useIsGuest } from '../../../data/account/account.ts'
import { messageOf } from '../../../data/api/api-errors.ts'
import { changeSettings, useNotificationSettings } from '../../../data/notifications/notification-settings.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Delayed, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { SettingsSection } from '../../account/settings-section.tsx'
import { PushSection } from '../../push/push-section.tsx'
import { SafetyPage } from '../../safety/safety-page.tsx'
import { DigestSection } from './digest-section.tsx'
import { KindTable } from './kind-table.tsx'
import { QuietHoursFields } from './quiet-hours-fields.tsx'

const text = () => t`What you are told, and how. A change counts from now on.`
const guestText = () => t`Everyone who looks around shares this account, so its settings stay as they are.`

export function NotificationSettingsPage() {
  const isGuest = useIsGuest()
  return (
    <SafetyPage title={t`Notification settings`} text={isGuest ? guestText() : text()}>
      <PushSection />
      <Fields isFixed={isGuest !== false} />
    </SafetyPage>
  )
}

/** @param isFixed for the shared guest account, whose settings nobody can change */
function Fields({ isFixed }: { isFixed: boolean }) {
  const { data: settings, error, isFetching, refetch } = useNotificationSettings()
  if (!settings && error && !isFetching) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />
  if (!settings) {
    return (
      <Delayed>
        <div className="flex flex-col gap-4 p-4">
          <Skeleton className="h-96 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      </Delayed>
    )
  }
  return (
    <fieldset disabled={isFixed} aria-label={t`Notification settings`} className="min-w-0">
      <SettingsSection
        title={t`What tells you`}
        text={t({ message: '“From” says whose doing you hear of.', comment: 'From is the head of a table.' })}
      >
        <KindTable kinds={settings.kinds} />
      </SettingsSection>
      <SettingsSection title={t`Push messages`}>
        <Switch
          label={t`Do not show who did what`}
          hint={t`Push messages then only say that there is something new.`}
          checked={!settings.pushText}
          onChange={({ target }) => changeSettings('pushText', (known) => ({ ...known, pushText: !target.checked }))}
        />
        <QuietHoursFields quietHours={settings.quietHours} />
      </SettingsSection>
      <DigestSection digest={settings.digest} />
    </fieldset>
  )
}
