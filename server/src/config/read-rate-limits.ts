import { RATE_LIMITS, type RateLimits } from '../http/limits/rate-limits.ts'

const { connections: _, ...CLASSES } = RATE_LIMITS
const CLASS_PATTERN = /^(\w+)=(\d{1,9})\/(\d{1,6})$/
const CONNECTIONS_PATTERN = /^connections=(\d{1,9})$/

/**
 * Parses RATE_LIMITS: `on`, `off`, or a comma-separated list of `class=requests/seconds` and `connections=number` (per
 * address). Limits that are not in the list keep their defaults.
 * @param fail called with what is wrong. @returns null for no limits
 */
export function readRateLimits(text: string, fail: (problem: string) => void): RateLimits | null {
  if (text === 'off') return null
  let limits = RATE_LIMITS
  for (const part of text === 'on' ? [] : text.split(',')) {
    const change = readClass(part.trim()) ?? readConnections(part.trim())
    if (change) {
      limits = { ...limits, ...change }
    } else {
      const names = [...Object.keys(CLASSES), 'connections=2000'].join(', ')
      fail(`RATE_LIMITS must be on, off, or like signin=20/300,read=900/60 (${names}); "${part}" is invalid.`)
    }
  }
  return limits
}

function readClass(text: string): Partial<RateLimits> | null {
  const [, name = '', max, seconds] = CLASS_PATTERN.exec(text) ?? []
  if (!Object.hasOwn(CLASSES, name) || !(Number(max) > 0 && Number(seconds) > 0)) return null
  return { [name]: { max: Number(max), timeWindow: Number(seconds) * 1_000 } }
}

function readConnections(text: string): Partial<RateLimits> | null {
  const connections = Number(CONNECTIONS_PATTERN.exec(text)?.[1] ?? 0)
  return connections > 0 ? { connections } : null
}
