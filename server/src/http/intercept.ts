import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Sees each request before the framework does. Whoever is registered last sees it first.
 * @param take answers the request and says so, or leaves it to the others
 */
export function interceptRequests(
  app: FastifyInstance,
  take: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const listeners = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (take(request, response)) return
    for (const listener of listeners) listener(request, response)
  })
}
