import { createClient, type RedisClientType } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'

export interface Redis extends Pick<RedisClientType, 'eval' | 'publish'> {
  readonly isReady: boolean
  /**
   * Hears what is published on a channel, on a connection of its own, from whenever Redis is there.
   * @param back called each time it is heard again, the first time included
   */
  listen(channel: string, hear: (message: string) => void, back: () => void): void
}

export interface OpenRedis {
  readonly redis: Redis
  close(): void
}

/** A connection that is lost is tried again after this long at most, in milliseconds. */
const RETRY_MAX_MS = 3_000
/** No request waits longer for Redis, in milliseconds. */
const CONNECT_MS = 2_000
/** How often a connection on which one only listens is tried, in milliseconds: nothing else tells that it is gone. */
const PING_MS = 5_000

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
  const listening: { destroy(): void; readonly isOpen: boolean }[] = []
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

  const redis: Redis = {
    eval: client.eval.bind(client),
    publish: client.publish.bind(client),
    get isReady() {
      return client.isReady
    },
    listen(channel, hear, back) {
      const listener = client.duplicate({ pingInterval: PING_MS })
      listening.push(listener)
      // The other connection has told the log.
      listener.on('error', () => undefined)
      let isSubscribed = false
      listener.on('ready', async () => {
        try {
          // Later it subscribes again by itself, before it is ready.
          if (!isSubscribed) await listener.subscribe(channel, hear)
          isSubscribed = true
          back()
        } catch {
          // Gone again: the next time it is ready this is done anew.
        }
      })
      listener.connect().catch(() => undefined)
    },
  }
  return {
    redis,
    close() {
      for (const connection of [client, ...listening]) if (connection.isOpen) connection.destroy()
    },
  }
}
