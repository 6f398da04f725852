import { createClient, type RedisClientType } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'

export interface Redis extends Pick<RedisClientType, 'eval' | 'publish'> {
  readonly isReady: boolean
  /**
   * Subscribes to a channel on a connection of its own, whenever Redis is available.
   * @param back called each time the subscription is active (again), including the first time
   */
  listen(channel: string, hear: (message: string) => void, back: () => void): void
}

export interface OpenRedis {
  readonly redis: Redis
  /** Ends all connections; those that are being made, as soon as they are there. */
  close(): void
}

/** Maximum pause before a lost connection is tried again, in milliseconds. */
const RETRY_MAX_MS = 3_000
/** Maximum time to connect, in milliseconds. */
const CONNECT_MS = 2_000
/** Interval of pings on a subscribed connection, in milliseconds. Only a ping notices that it is lost. */
const PING_MS = 5_000

/**
 * Temporary data that nodes share: counters and signals. The server starts and works without Redis: while it is away,
 * commands fail immediately, and their callers continue without it. Its loss and its return are logged once, not for
 * each command.
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
  const connections: { destroy(): void; readonly isOpen: boolean }[] = []
  let isAway = false
  let isClosed = false

  function connect(connection: typeof client): void {
    connections.push(connection)
    // The library does not end a connection that was being made when it was told to.
    connection.on('connect', () => isClosed && connection.destroy())
    // It retries by itself, and its errors are logged elsewhere.
    connection.connect().catch(() => undefined)
  }

  client.on('error', (error: Error) => {
    if (!isAway) log.warn({ err: error }, 'Redis is unavailable; this node continues without it')
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) log.info('Redis is available again')
    isAway = false
  })
  connect(client)

  const redis: Redis = {
    eval: client.eval.bind(client),
    publish: client.publish.bind(client),
    get isReady() {
      return client.isReady
    },
    listen(channel, hear, back) {
      const listener = client.duplicate({ pingInterval: PING_MS })
      // The main connection logs the same error.
      listener.on('error', () => undefined)
      let isSubscribed = false
      listener.on('ready', async () => {
        try {
          // After the first time the client restores the subscription by itself before it is ready.
          if (!isSubscribed) await listener.subscribe(channel, hear)
          isSubscribed = true
          back()
        } catch {
          // The connection is lost again. The next time it is ready this is repeated.
        }
      })
      connect(listener)
    },
  }
  return {
    redis,
    close() {
      isClosed = true
      for (const connection of connections) if (connection.isOpen) connection.destroy()
    },
  }
}
