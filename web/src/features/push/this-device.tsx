import { t } from '@lingui/core/macro'
import type { PushDevice } from '@quack/contract'
import { useAction } from '../../data/api/error-notifications.ts'
import { removePushDevice, useIsSubscribed, usePermission } from '../../data/push/push-device.ts'
import { Button } from '../../ui/button/button.tsx'
import { FormError } from '../../ui/form/form.tsx'
import { deniedText, useTurnOn } from './use-turn-on.ts'

/** Turns push messages on or off. @param device this device, if the server sends messages to it */
export function ThisDevice({ device }: { device: PushDevice | undefined }) {
  const isSubscribed = useIsSubscribed()
  const isDenied = usePermission() === 'denied'
  const { isBusy, problem, turnOn } = useTurnOn()
  const [isLeaving, run] = useAction()

  if (isSubscribed === undefined) return null
  if (isDenied) return <p>{deniedText()}</p>
  const own = isSubscribed ? device : undefined
  return (
    <>
      <p>{own ? t`Push messages are on.` : t`Push messages are off.`}</p>
      <FormError text={problem} />
      <Button
        variant={own ? 'secondary' : 'primary'}
        className="self-start"
        loading={isBusy || isLeaving}
        onClick={() => void (own ? run(() => removePushDevice(own)) : turnOn())}
      >
        {own ? t`Turn off push messages` : t`Turn on push messages`}
      </Button>
    </>
  )
}
