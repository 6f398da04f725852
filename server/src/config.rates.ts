import { RATE_LIMITS, type RateLimits } from './http/rate-limits.ts'

const FORM = /^(\w+)=(\d{1,9})\/(\d{1,6})$/

/**
 * Reads RATE_LIMITS: `on`, `off`, or limits of classes as `class=requests/seconds` with commas between, the others
 * staying as they are. @param fail told what is wrong. @returns null for none
 */
export function readRateLimits(text: string, fail: (problem: string) => void): RateLimits | null {
  if (text === 'off') return null
  const limits: Record<string, RateLimits['read']> = { ...RATE_LIMITS }
  for (const part of text === 'on' ? [] : text.split(',')) {
    const [, name = '', max, seconds] = FORM.exec(part.trim()) ?? []
    if (Object.hasOwn(RATE_LIMITS, name) && Number(max) > 0 && Number(seconds) > 0) {
      limits[name] = { max: Number(max), timeWindow: Number(seconds) * 1_000 }
    } else {
      const names = Object.keys(RATE_LIMITS).join(', ')
      fail(`RATE_LIMITS must be on, off, or like signin=20/300,read=900/60 (${names}); "${part}" is not.`)
    }
  }
  return limits as RateLimits
}
