import type { IncomingMessage, Server } from 'node:http'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { isSocketRequest } from '../raw/upgrades.ts'

/** Limits of connections. Times are in milliseconds. */
export interface ConnectionLimits {
  /** Time for the headers to arrive. */
  readonly headersMs: number
  /** Time for a whole request to arrive: enough for 20 MB at 3 Mbit/s. */
  readonly requestMs: number
  /** Time without any data in either direction. */
  readonly idleMs: number
  /** How often the first two are checked. */
  readonly checkMs: number
  /** Maximum number of concurrent connections of one node. */
  readonly connections: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 15_000,
  requestMs: 60_000,
  idleMs: 90_000,
  checkMs: 5_000,
  connections: 10_000,
}

/** Request line and headers together. */
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
      shouldUpgradeCallback(this: Server, request: IncomingMessage) {
        return this.listenerCount('upgrade') > 0 && isSocketRequest(request)
      },
    },
  }
}

/** Minimum time between two warnings that connections are being closed, in milliseconds. */
const LOG_INTERVAL_MS = 10_000

export function registerConnections(app: FastifyInstance, { connections }: ConnectionLimits): void {
  app.server.maxConnections = connections
}

export interface AddressConnections {
  /** Maximum number of concurrent connections of one address. */
  readonly max: number
  /** Proxies, which are not limited, because they forward the connections of many clients. */
  readonly isTrusted: (address: string) => boolean
  readonly onClosed: () => void
}

/** Closes connections that exceed the limit of their address, before anything is read from them. */
export function limitAddressConnections(app: FastifyInstance, options: AddressConnections): void {
  const { max, isTrusted, onClosed } = options
  const { enter, leave } = countConnections(max)
  let loggedAt = Number.NEGATIVE_INFINITY
  app.server.on('connection', (socket) => {
    const { remoteAddress: address } = socket
    // A socket that was closed already has no address.
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
    app.log.warn('too many connections from one address; closing some')
  })
}

/** @param max per address; for IPv6, per /64 network */
export function countConnections(max: number) {
  const open = new Map<string, number>()
  return {
    /** @returns false if the limit is reached; the connection is then not counted */
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
    /** The number of networks with an open connection. */
    networks: () => open.size,
  }
}
