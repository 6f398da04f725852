/** When nothing ran here for so long, what waits for something may give up for no fault of its own. In milliseconds. */
export const STILL_MS = 1_500
/** How often the clock is looked at, in milliseconds. */
const LOOK_MS = 100

export interface Stalls {
  /** For how long nothing ran here, at most, since it was asked the last time; in milliseconds. */
  take(): number
  end(): void
}

/**
 * Notices when this machine stands still, say while others measure on it: then whatever should have ended in seconds
 * says nothing about the product.
 */
export function watchStalls(): Stalls {
  let looked = performance.now()
  let longest = 0
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - looked - LOOK_MS)
    looked = now
  }
  const timer = setInterval(look, LOOK_MS)
  return {
    take() {
      look()
      const taken = longest
      longest = 0
      return taken
    },
    end: () => clearInterval(timer),
  }
}
