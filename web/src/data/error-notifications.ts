import { createListeners } from '../store.ts'
import { isAbort, messageOf } from './api-errors.ts'

/** Lets the data layer, which renders nothing, report errors to the user. The app shows them as toasts. */
export const { subscribe: onErrorNotification, notify } = createListeners<[text: string]>()

/** Logs a failed action and reports it to the user. Ignores an action that the user cancelled. */
export function reportFailure(error: unknown): void {
  if (isAbort(error)) return
  console.error(error)
  notify(messageOf(error))
}
