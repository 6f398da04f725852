import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Sees each request before the framework does. Whoever is registered last sees it first.
 * @param take answers the request, or calls `pass` for the others to do so, at once or later
 */
export function interceptRequests(
  app: FastifyInstance,
  take: (request: IncomingMessage, response: ServerResponse, pass: () => void) => void,
): void {
  const listeners = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    take(request, response, () => {
      for (const listener of listeners) listener(request, response)
    })
  })
}
