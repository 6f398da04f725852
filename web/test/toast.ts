import { expect } from 'vitest'
import { holdTimers } from './timers.ts'

/** How long a toast with a button is shown. */
const ACTION_MS = 8_000

/**
 * Expects an action to show a toast with this text. What appears is written down, so it does not matter how soon a
 * toast disappears. One that was there before does not count.
 */
export async function expectToast(text: string, act: () => Promise<unknown>): Promise<void> {
  const shown: string[] = []
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (!(target instanceof Element) || target.closest('[role=status][aria-live=polite]') === null) continue
      for (const node of addedNodes) shown.push(node.textContent ?? '')
    }
  })
  observer.observe(document.body, { childList: true, subtree: true })
  try {
    await act()
    await expect.poll(() => shown.join('\n')).toContain(text)
  } finally {
    observer.disconnect()
  }
}

/** Toasts with a button stay until the end of the test, however slow the machine is. Call before the toast. */
export function keepToasts(): void {
  holdTimers(ACTION_MS)
}
