import { isAbort, messageOf } from './api-errors.ts'

/** How data, which knows no screen, has something said to the person. The app shows it as a toast. */
type Listener = (text: string) => void

let listener: Listener | null = null

/** The app registers once how bad news is shown. */
export function onErrorNotification(show: Listener): () => void {
  listener = show
  return () => {
    if (listener === show) listener = null
  }
}

export function notify(text: string): void {
  listener?.(text)
}

/** A failed action: logged for whoever looks, and told to the person. Nothing when they cancelled it themselves. */
export function reportFailure(error: unknown): void {
  if (isAbort(error)) return
  console.error(error)
  notify(messageOf(error))
}
