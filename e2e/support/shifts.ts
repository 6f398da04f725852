import type { Page } from '@playwright/test'

/** Records all layout shifts from now on: the score and the elements that moved. */
export async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(async () => {
    // A virtual list moves what is below it a frame after it has rendered a row, when it has measured it.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
        shifts.push(`${entry.value} ${entry.sources.map(({ node }) => node?.nodeName).join()}`)
      }
    }).observe({ type: 'layout-shift' })
  })
  return () =>
    page.evaluate(async () => {
      // A shift is reported a frame later.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      return (window as unknown as { shifts: string[] }).shifts
    })
}
