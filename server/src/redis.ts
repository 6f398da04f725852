import { createClient, type RedisClientType } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'

export type Redis = Pick<RedisClientType, 'eval' | 'isReady'>

export interface OpenRedis {
  readonly redis: Redis
  close(): void
}

/** A connection that is lost is tried again after this long at most, in milliseconds. */
const RETRY_MAX_MS = 3_000
/** No request waits longer for Redis, in milliseconds. */
const CONNECT_MS = 2_000

/**
 * What nodes share that need not last: counters, and words to each other. The server starts and goes on without it:
 * while it is away, commands fail at once instead of waiting, and their callers do without. It is logged when it goes
 * and when it comes back, not for each command.
 */
export function openRedis(url: string, log: FastifyBaseLogger): OpenRedis {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: (attempt) => Math.min(100 * 2 ** attempt, RETRY_MAX_MS),
    },
  })
  let isAway = false
  client.on('error', (error: Error) => {
    if (!isAway) log.warn({ err: error }, 'Redis is away; this node goes on by itself')
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) log.info('Redis is back')
    isAway = false
  })
  // It goes on trying by itself; what was wrong has been logged above.
  client.connect().catch(() => undefined)
  return { redis: client, close: () => (client.isOpen ? client.destroy() : undefined) }
}
