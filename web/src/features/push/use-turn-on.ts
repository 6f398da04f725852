import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { messageOf } from '../../data/api/api-errors.ts'
import { PushServiceError, turnOnPush } from '../../data/push/push-device.ts'
import { toast } from '../../ui/toast/toast.ts'

/** How to get push messages again after they were denied. Only the member can change that. */
export const deniedText = () =>
  t`Notifications from Quack are blocked here. To allow them, open the settings of this site, by the icon beside the address, or the notifications of the app in the settings of your phone.`

const unansweredText = () =>
  t({
    message: 'Your browser was not told whether to allow notifications. Try again and choose “Allow”.',
    comment: 'Allow is what browsers call it.',
  })

export function useTurnOn() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  /** @returns whether this device gets push messages now */
  async function turnOn(): Promise<boolean> {
    setBusy(true)
    setProblem(undefined)
    try {
      const permission = await turnOnPush()
      if (permission === 'granted') toast.success(t`This device gets push messages`)
      else setProblem(permission === 'denied' ? deniedText() : unansweredText())
      return permission === 'granted'
    } catch (error) {
      setProblem(error instanceof PushServiceError ? error.message : messageOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, problem, turnOn }
}
