import { useState } from 'react'
import { createListeners } from '../../store.ts'
import { isAbort, messageOf } from './api-errors.ts'

/** Lets code that renders nothing tell the user something, mostly an error. The app shows it as a toast. */
export const { subscribe: onErrorNotification, notify } = createListeners<[text: string]>()

/** Logs a failed action and reports it to the user. Ignores an action that was cancelled. */
export function reportFailure(error: unknown): void {
  if (isAbort(error)) return
  console.error(error)
  notify(messageOf(error))
}

/** Runs an action and reports its failure. Resolves to whether it succeeded. */
export async function succeeds(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action()
    return true
  } catch (error) {
    reportFailure(error)
    return false
  }
}

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
