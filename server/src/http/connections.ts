import type { FastifyInstance } from 'fastify'

/** What one who connects may take of the server; times in milliseconds. */
export interface ConnectionLimits {
  /** Headers that have not arrived by then end the connection. */
  readonly headersMs: number
  /** As has a whole request: 20 MB at 3 Mbit/s arrive in this time. */
  readonly requestMs: number
  /** A connection on which nothing moves, in either direction. */
  readonly idleMs: number
  /** How often the first two are looked at. */
  readonly checkMs: number
  /** Connections at once, of one node. */
  readonly connections: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 15_000,
  requestMs: 60_000,
  idleMs: 90_000,
  checkMs: 5_000,
  connections: 10_000,
}

/** Of a request's line and headers together. */
const HEADER_MAX_BYTES = 16_384

export function connectionOptions({ headersMs, requestMs, idleMs, checkMs }: ConnectionLimits) {
  return {
    requestTimeout: requestMs,
    connectionTimeout: idleMs,
    http: {
      requireHostHeader: false,
      headersTimeout: headersMs,
      connectionsCheckingInterval: checkMs,
      maxHeaderSize: HEADER_MAX_BYTES,
    },
  }
}

export function registerConnections(app: FastifyInstance, { connections }: ConnectionLimits): void {
  app.server.maxConnections = connections
}
