import { normalizeIP } from '@fastify/rate-limit'
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

/** How often the log says that connections are being closed, in milliseconds. */
const LOG_INTERVAL_MS = 10_000

export function registerConnections(app: FastifyInstance, { connections }: ConnectionLimits): void {
  app.server.maxConnections = connections
}

export interface AddressConnections {
  /** At once, of one address. */
  readonly max: number
  /** Proxies carry the connections of many. */
  readonly isTrusted: (address: string) => boolean
  readonly onClosed: () => void
}

/** Closes what an address opens beyond its number, before anything is read of it. */
export function limitAddressConnections(app: FastifyInstance, options: AddressConnections): void {
  const { max, isTrusted, onClosed } = options
  const { enter, leave } = countConnections(max)
  let loggedAt = Number.NEGATIVE_INFINITY
  app.server.on('connection', (socket) => {
    const { remoteAddress: address } = socket
    // One that has ended already has no address.
    if (address === undefined || isTrusted(address)) return
    if (enter(address)) {
      socket.once('close', () => leave(address))
      return
    }
    socket.destroy()
    onClosed()
    const now = performance.now()
    if (now - loggedAt < LOG_INTERVAL_MS) return
    loggedAt = now
    app.log.warn('more connections of one address than it may have: closing some')
  })
}

/** @param max of one address, which for IPv6 is a network of 64 bits */
export function countConnections(max: number) {
  const open = new Map<string, number>()
  return {
    /** @returns false for one too many, which is not counted */
    enter(address: string): boolean {
      const network = normalizeIP(address)
      const count = open.get(network) ?? 0
      if (count >= max) return false
      open.set(network, count + 1)
      return true
    },
    leave(address: string): void {
      const network = normalizeIP(address)
      const left = (open.get(network) ?? 0) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    },
    /** How many have any. */
    networks: () => open.size,
  }
}
