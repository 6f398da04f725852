import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Calls `take` for each request before the framework sees it. The interceptor that was registered last is called first.
 * @param take answers the request, or calls `pass`, now or later, to hand it on
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
