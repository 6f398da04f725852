/** A stall of this length, in milliseconds, can make waiting tests fail without a fault of the product. */
export const STILL_MS = 1_500
/** The interval between two looks at the clock, in milliseconds. */
const LOOK_MS = 100

export interface Stalls {
  /** The longest stall since the last call, in milliseconds. */
  take(): number
  end(): void
}

/**
 * Detects stalls of this machine, for example while others measure on it. A timeout during a stall says nothing about
 * the product.
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
