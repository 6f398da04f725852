import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { PushDevice } from '@quack/contract'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { succeeds } from '../../data/api/error-notifications.ts'
import { removePushDevice } from '../../data/push/push-device.ts'
import { Button } from '../../ui/button/button.tsx'
import { focusMain } from '../../ui/focus.ts'
import { deviceName } from '../../ui/text/device-name.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { toast } from '../../ui/toast/toast.ts'

/** The viewer's devices that get push messages, with buttons to end them. */
export function DeviceList({ devices }: { devices: readonly PushDevice[] }) {
  const [leaving, setLeaving] = useState<string | null>(null)

  async function remove(device: PushDevice) {
    if (leaving !== null) return
    setLeaving(device._id)
    const isRemoved = await succeeds(() => removePushDevice(device))
    setLeaving(null)
    if (!isRemoved) return
    toast.success(t`The device gets no more push messages`)
    focusMain()
  }

  return (
    <div>
      <h3 className="font-semibold">{t`Devices with push messages`}</h3>
      <ul aria-label={t`Devices with push messages`} className="flex flex-col">
        {devices.map((device) => (
          <DeviceRow
            key={device._id}
            device={device}
            isLeaving={leaving === device._id}
            onRemove={() => void remove(device)}
          />
        ))}
      </ul>
    </div>
  )
}

interface DeviceRowProps {
  device: PushDevice
  isLeaving: boolean
  onRemove: () => void
}

function DeviceRow({ device, isLeaving, onRemove }: DeviceRowProps) {
  const { current, createdAt, lastSentAt } = device
  const name = deviceName(device.device) || t`Unknown device`
  return (
    <li className="flex items-center gap-3 border-b py-3 last:border-b-0">
      <MonitorSmartphone size={22} className="shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <bdi className="block w-fit max-w-full truncate font-semibold">{name}</bdi>
        <p className="text-meta text-muted">
          {current && `${t`this device`} · `}
          <Trans comment="Of push messages on a device. The time is such as: 5 minutes ago.">
            turned on <RelativeTime time={createdAt} />
          </Trans>
          {lastSentAt !== null && (
            <Trans comment="The last push message. The time is such as: 5 minutes ago.">
              {' · '}last message <RelativeTime time={lastSentAt} />
            </Trans>
          )}
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={current ? t`Remove device: ${name}, this device` : t`Remove device: ${name}`}
        loading={isLeaving}
        onClick={onRemove}
      >
        {t`Remove`}
      </Button>
    </li>
  )
}
