import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/** How often to check whether a list has grown at its end, before searching again from the top. */
const LOOKS_AT_END = 20

/** Scrolls down by most of a screen at a time until the target is centred: virtual lists only render what is near. */
export async function scrollTo(target: Locator): Promise<void> {
  let looksAtEnd = 0
  const isInView = async () => {
    if (target.query() === null) {
      if (await stepDown()) looksAtEnd = 0
      else if (++looksAtEnd === LOOKS_AT_END) {
        // A busy browser may have rendered the target only after a step beyond it.
        looksAtEnd = 0
        window.scrollTo(0, 0)
      }
    }
    target.query()?.scrollIntoView({ block: 'center' })
    await nextFrames()
    const { top = -1, bottom = -1 } = target.query()?.getBoundingClientRect() ?? {}
    return bottom > 0 && top < window.innerHeight
  }
  await expect.poll(isInView, { interval: 20 }).toBe(true)
}

/** Scrolls by one step. Returns false at the end of the page. */
async function stepDown(): Promise<boolean> {
  const before = window.scrollY
  window.scrollBy(0, window.innerHeight * 0.8)
  await nextFrames()
  return window.scrollY !== before
}

async function nextFrames(): Promise<void> {
  for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
}
