import { isAbort, messageOf } from './api-errors.ts'

/** Lets the data layer, which renders nothing, report errors to the user. The app shows them as toasts. */
type Listener = (text: string) => void

let listener: Listener | null = null

/** Registers the one listener. */
export function onErrorNotification(show: Listener): () => void {
  listener = show
  return () => {
    if (listener === show) listener = null
  }
}

export function notify(text: string): void {
  listener?.(text)
}

/** Logs a failed action and reports it to the user. Ignores an action that the user cancelled. */
export function reportFailure(error: unknown): void {
  if (isAbort(error)) return
  console.error(error)
  notify(messageOf(error))
}
