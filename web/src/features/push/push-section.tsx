import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { PushDevice } from '@quack/contract'
import { useIsGuest } from '../../data/account/account.ts'
import { messageOf } from '../../data/api/api-errors.ts'
import { type PushSupport, pushSupport, usePushDevices } from '../../data/push/push-device.ts'
import { translate } from '../../locale/messages.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SettingsSection } from '../account/settings-section.tsx'
import { DeviceList } from './device-list.tsx'
import { ThisDevice } from './this-device.tsx'

const guestText = () =>
  t`Everyone who looks around shares this account, so it gets no push messages. Sign up for an account of your own.`
const UNSUPPORTED: Readonly<Record<Exclude<PushSupport, 'supported'>, MessageDescriptor>> = {
  toInstall: msg({
    message:
      'On an iPhone or iPad, only the installed app gets push messages. Tap Share, then “Add to Home Screen”, and open Quack from there.',
    comment: 'Share and Add to Home Screen are what iOS calls them.',
  }),
  missing: msg`This browser has no push messages, or Quack was not opened over a secure connection (https).`,
}

/** Whether this device gets push messages, and which others do. */
export function PushSection() {
  const isGuest = useIsGuest()
  return (
    <SettingsSection title={t`Push on this device`} text={t`What is new reaches you also when Quack is closed.`}>
      {isGuest === true && <p>{guestText()}</p>}
      {isGuest === false && <Devices />}
    </SettingsSection>
  )
}

function Devices() {
  const { data: devices, error, isFetching, refetch } = usePushDevices()
  if (!devices && error && !isFetching) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />
  if (!devices) return <Skeleton className="h-10 w-40" />
  const support = pushSupport()
  const own: PushDevice | undefined = devices.find(({ current }) => current)
  return (
    <>
      {support === 'supported' ? <ThisDevice device={own} /> : <p>{translate(UNSUPPORTED[support])}</p>}
      {devices.length > 0 && <DeviceList devices={devices} />}
    </>
  )
}
