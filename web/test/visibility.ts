import { onTestFinished } from 'vitest'

/** The tab is looked at, or not, until the test ends. */
export function look(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'))
}
