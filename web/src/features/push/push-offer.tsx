import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useIsGuest } from '../../data/account/account.ts'
import { pushSupport, useIsSubscribed, usePermission } from '../../data/push/push-device.ts'
import { Button } from '../../ui/button/button.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { focusMain } from '../../ui/focus.ts'
import { FormError } from '../../ui/form/form.tsx'
import { useTurnOn } from './use-turn-on.ts'

/**
 * Offers push messages to a device that could get them, until the member has said no. Nothing is asked before a tap.
 */
export function PushOffer() {
  const isMember = useIsGuest() === false
  const [isDismissed, setDismissed] = useState(isOfferDismissed)
  if (isDismissed || !isMember || pushSupport() !== 'supported') return null
  return (
    <Offer
      onDismiss={() => {
        dismissOffer()
        setDismissed(true)
        focusMain()
      }}
    />
  )
}

function Offer({ onDismiss }: { onDismiss: () => void }) {
  const isSubscribed = useIsSubscribed()
  const isDenied = usePermission() === 'denied'
  const { isBusy, problem, turnOn } = useTurnOn()

  async function accept() {
    if (await turnOn()) focusMain()
  }

  // Who denies it now is told how to change that.
  if (isSubscribed !== false || (isDenied && !problem)) return null
  return (
    <aside aria-label={t`Push messages`} className="flex flex-col gap-3 border-b px-4 py-3">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 text-muted">{t`Get told on this device, also when Quack is closed.`}</p>
        {!isDenied && (
          <Button variant="secondary" size="small" loading={isBusy} onClick={() => void accept()}>
            {t`Turn on`}
          </Button>
        )}
        <IconButton label={t`Do not offer this again`} onClick={onDismiss} className="-me-2.5">
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <FormError text={problem} />
    </aside>
  )
}

const KEY = 'push-offer'
const DISMISSED = 'dismissed'

/** Whether a member has said on this device that it is not to be offered again. */
function isOfferDismissed(): boolean {
  try {
    return localStorage.getItem(KEY) === DISMISSED
  } catch {
    return false
  }
}

function dismissOffer(): void {
  try {
    localStorage.setItem(KEY, DISMISSED)
  } catch {
    // Storage may be blocked. The next visit offers it again.
  }
}
