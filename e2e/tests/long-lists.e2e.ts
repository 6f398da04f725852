import type { CDPSession, Locator, Page } from '@playwright/test'
import { startOwnProduct } from '../support/own-product.ts'
import { writeSession } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

const POSTS = 1_000
const MOST_NODES = 1_500
const MOST_HEAP = 150_000_000
const LEAST_FRAMES = 55
/** The time per frame at that rate, in milliseconds. */
const FRAME = 1_000 / LEAST_FRAMES
const STEP = 40

const LISTS = [
  { name: 'Explore', path: '/explore', endOf: (page: Page) => page.getByText('You are all caught up!') },
  { name: 'Home', path: '/', endOf: (page: Page) => page.getByText('Post 0.', { exact: true }) },
]

for (const { name, path, endOf } of LISTS) {
  test(`${name} stays light with 1,000 posts, and scrolling back up does not jump`, async ({
    browser,
    playwright,
    noise,
    contextOptions,
  }) => {
    test.setTimeout(360_000)
    // A server of its own: so many posts would disturb the other tests.
    const { address, api, stop } = await startOwnProduct(playwright)
    try {
      const author = await api.signUp()
      await api.writePost(author, write(0))
      for (let made = 1; made < POSTS; made += 20) {
        const numbers = Array.from({ length: Math.min(20, POSTS - made) }, (_, index) => made + index)
        await Promise.all(numbers.map((number) => api.writePost(author, write(number))))
      }
      const context = await browser.newContext({ ...contextOptions, baseURL: address })
      noise.listenTo(context)
      const page = await context.newPage()
      await writeSession(page, author, address)
      await page.goto(path)
      await expect(page.getByRole('article').first()).toBeVisible()

      expect(await scrollToTheEnd(page, endOf(page)), 'elements in the page').toBeLessThan(MOST_NODES)
      const devtools = await context.newCDPSession(page)
      await devtools.send('HeapProfiler.collectGarbage')
      expect((await devtools.send('Runtime.getHeapUsage')).usedSize, 'bytes on the heap').toBeLessThan(MOST_HEAP)

      let jumps: number[] = []
      let frames = 0
      let seconds = 0
      const busy = await traceMainThread(devtools, async () => {
        const seen = await scrollBackUp(page)
        jumps = seen.jumps
        frames = seen.frames
        seconds = seen.seconds
      })
      const rate = frames / seconds
      const work = busy / frames
      console.log(`${name}: ${rate.toFixed(1)} frames a second, ${work.toFixed(1)} ms of work per frame`)
      expect(jumps, 'pixels that posts moved beside the scrolling').toEqual([])
      // The frame rate needs an idle machine. The work per frame does not.
      expect(rate, 'frames per second').toBeGreaterThanOrEqual(LEAST_FRAMES)
      expect(work, 'milliseconds of work per frame').toBeLessThan(FRAME)
      await context.close()
    } finally {
      await stop()
    }
  })
}

/** The text of a post. The length, and thus the height, varies with the number. */
function write(number: number): string {
  return `Post ${number}. ${'Ducks on the pond and over it. '.repeat(number % 23)}`
}

/** Scrolls as fast as posts are revealed. Returns the largest number of elements that the page had. */
async function scrollToTheEnd(page: Page, end: Locator): Promise<number> {
  let most = 0
  await expect(async () => {
    await page.mouse.wheel(0, 5_000)
    most = Math.max(most, await page.evaluate(() => document.getElementsByTagName('*').length))
    expect(await end.isVisible()).toBe(true)
  }).toPass({ timeout: 240_000, intervals: [30] })
  return most
}

/** Scrolls up frame by frame and checks whether each visible post moves by the same distance. */
async function scrollBackUp(page: Page): Promise<{ jumps: number[]; frames: number; seconds: number }> {
  return page.evaluate(async (step) => {
    const jumps: number[] = []
    const frames = 400
    const began = performance.now()
    let before = new Map<string, number>()
    for (let frame = 0; frame < frames; frame++) {
      const now = new Map<string, number>()
      for (const post of document.querySelectorAll('article')) {
        const { top } = post.getBoundingClientRect()
        if (top > -500 && top < innerHeight) now.set(post.innerText, top)
      }
      for (const [text, top] of now) {
        const moved = top - (before.get(text) ?? top - step)
        if (Math.abs(moved - step) > 2) jumps.push(moved - step)
      }
      before = now
      // It is a reader who scrolls: Home follows them.
      dispatchEvent(new WheelEvent('wheel', { deltaY: -step }))
      scrollBy({ top: -step, behavior: 'instant' })
      await new Promise(requestAnimationFrame)
    }
    return { jumps, frames, seconds: (performance.now() - began) / 1_000 }
  }, STEP)
}

/** The processor time of the page's main thread during the task, in milliseconds. */
async function traceMainThread(devtools: CDPSession, task: () => Promise<void>): Promise<number> {
  interface TraceEvent {
    name: string
    ph: string
    pid: number
    tid: number
    tdur?: number
    args: { name?: string }
  }
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  await devtools.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] } })
  await task()
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await complete
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const works = mains.map(({ pid, tid }) =>
    events
      .filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X' && event.name.endsWith('RunTask'))
      .reduce((sum, { tdur = 0 }) => sum + tdur / 1_000, 0),
  )
  // Other pages of the browser have idle threads of the same name.
  return Math.max(...works)
}
