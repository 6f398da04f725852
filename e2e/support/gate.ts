import type { Page } from '@playwright/test'

/** Delays requests to matching URLs until `open` is called. */
export async function holdBack(page: Page, address: RegExp): Promise<{ open: () => void }> {
  let release: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await opened
    await route.continue()
  })
  return { open: () => release() }
}
