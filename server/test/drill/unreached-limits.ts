import { RATE_LIMITS } from '../../src/http/limits/rate-limits.ts'

const { connections: _, ...classes } = RATE_LIMITS

/** RATE_LIMITS for limits that are counted, as in production, but never reached. */
export const UNREACHED_LIMITS = [
  ...Object.keys(classes).map((name) => `${name}=999999999/60`),
  'connections=999999999',
].join()
