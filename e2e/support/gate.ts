import type { Page } from '@playwright/test'

export interface Gate {
  /** Resolves when `open` is called. */
  readonly opened: Promise<void>
  readonly open: () => void
}

export function createGate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

/** Delays requests to matching URLs until `open` is called. */
export async function holdBack(page: Page, address: RegExp): Promise<Gate> {
  const gate = createGate()
  await page.route(address, async (route) => {
    await gate.opened
    await route.continue()
  })
  return gate
}
