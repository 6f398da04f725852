import { vi } from 'vitest'

export interface HeldTimers {
  /** How many are set and have neither run nor been cleared. */
  readonly waiting: () => number
  /** Runs them. */
  readonly run: () => void
}

/**
 * Keeps timers of exactly this length, in milliseconds, from running by themselves. Other timers run as ever: with fake
 * timers, Vitest would let their time pass while it waits for something.
 */
export function holdTimers(length: number): HeldTimers {
  const [set, clear] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)]
  const held = new Map<number, () => void>()
  vi.stubGlobal('setTimeout', (handler: () => void, delay?: number) => {
    if (delay !== length) return set(handler, delay)
    const id = set(() => undefined)
    held.set(id, handler)
    return id
  })
  vi.stubGlobal('clearTimeout', (id?: number) => {
    if (id !== undefined) held.delete(id)
    clear(id)
  })
  return {
    waiting: () => held.size,
    run() {
      const due = [...held.values()]
      held.clear()
      for (const handler of due) handler()
    },
  }
}
