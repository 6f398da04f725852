import type { Page } from '@playwright/test'

export interface Gate {
  readonly open: () => void
}

/** Delays requests to matching URLs until `open` is called. */
export async function holdBack(page: Page, address: RegExp): Promise<Gate> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return { open: resolve }
}
