import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const http = process.getBuiltinModule('node:http')

interface Upgrade {
  readonly socket: Duplex
  readonly head: Buffer
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>()

/**
 * Whether a request asks for a WebSocket. All others that ask for another protocol are answered without it (RFC 9110,
 * 7.8).
 */
export const isSocketRequest = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'

/** Has requests for a WebSocket answered like all others: by the same limits, hooks and routes. */
export function registerUpgrades(app: FastifyInstance): void {
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node has removed its own listener.
    socket.on('error', () => socket.destroy())
    const response = new http.ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0])
    response.once('finish', () => {
      if (upgrades.has(request)) socket.end(() => socket.destroy())
    })
    upgrades.set(request, { socket, head })
    app.server.emit('request', request, response)
  })
}

/**
 * The socket of a request that is granted; null if it did not ask for one. For hooks and the log, it is answered then.
 */
export function takeUpgrade(request: FastifyRequest, reply: FastifyReply): Upgrade | null {
  const upgrade = upgrades.get(request.raw)
  if (!upgrade) return null
  upgrades.delete(request.raw)
  reply.hijack()
  reply.raw.detachSocket(upgrade.socket as Parameters<ServerResponse['detachSocket']>[0])
  reply.raw.statusCode = 101
  reply.raw.emit('finish')
  return upgrade
}
