import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { CHROMIUM_FLAGS } from '@quack/testing/chromium'
import { freePort } from '@quack/testing/free-port'
import { findChromium } from '@quack/testing/system'
import type { Product } from './product.ts'

export interface FreshBrowser {
  readonly context: BrowserContext
  /** The port of its debugging protocol, for other tools. */
  readonly port: number
}

/** Runs a task in a new browser profile, signed in as the guest or not. */
export async function inFreshBrowser<Result>(
  product: Product,
  isSignedIn: boolean,
  task: (browser: FreshBrowser) => Promise<Result>,
): Promise<Result> {
  const profile = mkdtempSync(join(tmpdir(), 'quack-browser-'))
  const port = await freePort()
  // A persistent context: tools that connect through the port see what is stored in it.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? '',
    args: [`--remote-debugging-port=${port}`, ...CHROMIUM_FLAGS],
  })
  try {
    if (isSignedIn) await signIn(context, product)
    return await task({ context, port })
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Opens a file that loads no part of the product, so that the first load is still to come. */
async function signIn(context: BrowserContext, { address, session }: Product): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${address}/robots.txt`)
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, Object.entries(session))
  await page.close()
}
