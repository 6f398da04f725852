import { inFreshBrowser } from './browser.ts'
import type { Product } from './product.ts'

/** JavaScript of the first load, in KB of 1,000 bytes: as the browser received it, and compressed with gzip. */
export interface Weight {
  readonly received: number
  readonly gzip: number
  readonly files: number
}

/** Counts what loads before the browser is idle. What is prefetched after that is not part of the first load. */
export async function weigh(product: Product, path: string, isSignedIn: boolean): Promise<Weight> {
  return inFreshBrowser(product, isSignedIn, async ({ context }) => {
    await context.addInitScript(() => {
      Object.assign(globalThis, { requestIdleCallback: () => 0 })
    })
    const page = await context.newPage()
    await page.goto(product.address + path, { waitUntil: 'networkidle' })
    const sizes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .map(({ name, encodedBodySize }) => ({ name, encodedBodySize })),
    )
    const gzip = await Promise.all(sizes.map(({ name }) => weighGzip(name)))
    const sum = (bytes: number[]) => bytes.reduce((total, size) => total + size, 0) / 1_000
    return { received: sum(sizes.map((entry) => entry.encodedBodySize)), gzip: sum(gzip), files: sizes.length }
  })
}

async function weighGzip(url: string): Promise<number> {
  const answer = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
  return Number(answer.headers.get('content-length'))
}
