import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { freePort } from '../free-port.ts'
import { findChromium } from '../system.ts'
import type { Product } from './product.ts'

export interface FreshBrowser {
  readonly context: BrowserContext
  /** Where other tools find it. */
  readonly port: number
}

/** Runs something in a browser that has never been anywhere, signed in as the guest or not. */
export async function inFreshBrowser<Result>(
  product: Product,
  isSignedIn: boolean,
  task: (browser: FreshBrowser) => Promise<Result>,
): Promise<Result> {
  const profile = mkdtempSync(join(tmpdir(), 'quack-browser-'))
  const port = await freePort()
  // A persistent one: what is stored in it is also there for tools that come in through the port.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? '',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--remote-debugging-port=${port}`,
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  try {
    if (isSignedIn) await signIn(context, product)
    return await task({ context, port })
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Through a file that loads nothing of the product, so that its first load is yet to come. */
async function signIn(context: BrowserContext, { address, session }: Product): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${address}/robots.txt`)
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, Object.entries(session))
  await page.close()
}
