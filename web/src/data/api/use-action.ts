import { useState } from 'react'
import { succeeds } from './error-notifications.ts'

/** Whether an action of a control is running, and `succeeds` for it. */
export function useAction(): [isBusy: boolean, run: typeof succeeds] {
  const [isBusy, setBusy] = useState(false)
  const run: typeof succeeds = async (action) => {
    setBusy(true)
    const isDone = await succeeds(action)
    setBusy(false)
    return isDone
  }
  return [isBusy, run]
}
