import type { Redis } from '../redis.ts'

/** How often something was counted in its window, this time included, and how long the window goes on. */
export interface Counted {
  readonly current: number
  /** Milliseconds. */
  readonly ttl: number
}

export interface Counters {
  count(key: string, windowMs: number): Promise<Counted>
  /** The same at once; null where it takes asking others. */
  readonly countNow: ((key: string, windowMs: number) => Counted) | null
}

/** Those of one process need to ask nobody. */
export interface LocalCounters extends Counters {
  readonly countNow: (key: string, windowMs: number) => Counted
}

/** Windows kept by one node; what is counted beyond them takes the place of the oldest. */
const WINDOWS_MAX = 100_000

/** Counters of this node alone, gone when it ends. */
export function localCounters(now: () => number = Date.now): LocalCounters {
  const windows = new Map<string, { count: number; readonly endsAt: number }>()

  function countNow(key: string, windowMs: number): Counted {
    const time = now()
    let window = windows.get(key)
    if (!window || window.endsAt <= time) {
      // Set anew, so that the order of the map is that of the windows' starts.
      windows.delete(key)
      if (windows.size >= WINDOWS_MAX) windows.delete(windows.keys().next().value ?? '')
      window = { count: 0, endsAt: time + windowMs }
      windows.set(key, window)
    }
    window.count++
    return { current: window.count, ttl: window.endsAt - time }
  }

  return { count: async (key, windowMs) => countNow(key, windowMs), countNow }
}

/** One step, so that no counter is left without an end by a node that dies between two. */
const COUNT = `
  local current = redis.call('INCR', KEYS[1])
  if current == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return {current, redis.call('PTTL', KEYS[1])}`

/** No request waits longer for a count, in milliseconds. */
const TIMEOUT_MS = 250

/**
 * Counters that all nodes share. While Redis is away, each node counts by itself: limits are then looser by the number
 * of nodes, and everything else goes on.
 */
export function sharedCounters(redis: Redis, local: Counters = localCounters()): Counters {
  return {
    async count(key, windowMs) {
      if (!redis.isReady) return local.count(key, windowMs)
      try {
        const counted = await withTimeout(
          redis.eval(COUNT, { keys: [`quack:rate:${key}`], arguments: [String(windowMs)] }),
        )
        const [current, ttl] = counted as [number, number]
        return { current, ttl }
      } catch {
        return local.count(key, windowMs)
      }
    },
    countNow: null,
  }
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Redis took too long.')), TIMEOUT_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
