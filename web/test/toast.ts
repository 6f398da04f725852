import { expect } from 'vitest'

/**
 * Expects an action to show a toast with this text. Every text that appears is written down, so it does not matter how soon
 * a toast disappears.
 */
export async function expectToast(text: string, act: () => Promise<unknown>): Promise<void> {
  const shown: string[] = []
  const look = () => {
    for (const status of document.querySelectorAll('[role=status]')) shown.push(status.textContent ?? '')
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  try {
    await act()
    await expect.poll(() => shown.join('\n')).toContain(text)
  } finally {
    observer.disconnect()
  }
}
