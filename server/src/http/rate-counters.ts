import type { Redis } from '../redis.ts'

/** How often something was counted in its window, this time included, and when the window ends. */
export interface Counted {
  readonly current: number
  /** Milliseconds to the end of the window. */
  readonly ttl: number
}

export interface Counters {
  count(key: string, windowMs: number): Promise<Counted>
  /** The same, synchronously; null where another process has to be asked. */
  readonly countNow: ((key: string, windowMs: number) => Counted) | null
}

/** Those of one process can always count synchronously. */
export interface LocalCounters extends Counters {
  readonly countNow: (key: string, windowMs: number) => Counted
}

/** Windows that one node keeps. A further one evicts the oldest. */
const WINDOWS_MAX = 100_000

/** Counters of this node alone, gone when it ends. */
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

  return { count: async (key, windowMs) => countNow(key, windowMs), countNow }
}

/** One script: a node that dies between two commands would leave a counter that never expires. */
const COUNT = `
  local current = redis.call('INCR', KEYS[1])
  if current == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return {current, redis.call('PTTL', KEYS[1])}`

/** How long a request waits for a count, in milliseconds. After that, it is counted locally. */
const PATIENCE_MS = 250

/**
 * Counters that all nodes share. While Redis is unreachable, each node counts alone: the limits are then looser by the
 * number of nodes.
 */
export function sharedCounters(redis: Redis, local: Counters = localCounters()): Counters {
  return {
    async count(key, windowMs) {
      if (!redis.isReady) return local.count(key, windowMs)
      try {
        const counted = await inTime(redis.eval(COUNT, { keys: [`quack:rate:${key}`], arguments: [String(windowMs)] }))
        const [current, ttl] = counted as [number, number]
        return { current, ttl }
      } catch {
        return local.count(key, windowMs)
      }
    },
    countNow: null,
  }
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Redis took too long.')), PATIENCE_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
