import type { Redis } from '../../redis/redis.ts'

/** A counter's value, including this request, and the remaining time of its window. */
export interface Counted {
  readonly current: number
  /** Milliseconds to the end of the window. */
  readonly ttl: number
}

export interface Counters {
  count(key: string, windowMs: number): Promise<Counted>
  /** Takes back one request of the present window. */
  uncount(key: string): Promise<void>
  /** The same synchronously; null if the counters are shared. */
  readonly countNow: ((key: string, windowMs: number) => Counted) | null
}

/** The counters of one process. */
export interface LocalCounters extends Counters {
  readonly countNow: (key: string, windowMs: number) => Counted
}

/** Windows that one node keeps. A further one evicts the oldest. */
const WINDOWS_MAX = 100_000

/** Counters of this node, in memory. */
export function localCounters(now: () => number = Date.now, windowsMax: number = WINDOWS_MAX): LocalCounters {
  const windows = new Map<string, { count: number; readonly endsAt: number }>()
  // One iterator for all evictions: a new one would step over what earlier evictions have left in the map (V8).
  const oldest = windows.keys()

  function countNow(key: string, windowMs: number): Counted {
    const time = now()
    let window = windows.get(key)
    if (!window || window.endsAt <= time) {
      // Deleted first, so that the map is in the order of the windows' starts.
      windows.delete(key)
      if (windows.size >= windowsMax) windows.delete(oldest.next().value ?? '')
      window = { count: 0, endsAt: time + windowMs }
      windows.set(key, window)
    }
    window.count++
    return { current: window.count, ttl: window.endsAt - time }
  }

  return {
    count: async (key, windowMs) => countNow(key, windowMs),
    async uncount(key) {
      const window = windows.get(key)
      if (window && window.count > 0) window.count--
    },
    countNow,
  }
}

/** Atomic: a node that dies between two commands would leave a counter that never expires. */
const COUNT = `
  local current = redis.call('INCR', KEYS[1])
  if current == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return {current, redis.call('PTTL', KEYS[1])}`

/** Nothing, if the window is over: a counter without one would never expire. */
const UNCOUNT = `
  local current = redis.call('GET', KEYS[1])
  if current and tonumber(current) > 0 then redis.call('DECR', KEYS[1]) end`

/** Maximum time that a request waits for Redis, in milliseconds. Then it is counted locally. */
const TIMEOUT_MS = 250

/**
 * Counters that all nodes share. While Redis is away, each node counts by itself, so limits are multiplied by the
 * number of nodes.
 */
export function sharedCounters(redis: Redis, local: Counters = localCounters()): Counters {
  return {
    async count(key, windowMs) {
      if (!redis.isReady) return local.count(key, windowMs)
      try {
        const counted = await withTimeout(redis.eval(COUNT, { keys: [nameOf(key)], arguments: [String(windowMs)] }))
        const [current, ttl] = counted as [number, number]
        return { current, ttl }
      } catch {
        return local.count(key, windowMs)
      }
    },
    async uncount(key) {
      if (!redis.isReady) return local.uncount(key)
      try {
        await withTimeout(redis.eval(UNCOUNT, { keys: [nameOf(key)] }))
      } catch {
        // It counts one too many.
      }
    },
    countNow: null,
  }
}

const nameOf = (key: string): string => `quack:rate:${key}`

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Redis took too long.')), TIMEOUT_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
