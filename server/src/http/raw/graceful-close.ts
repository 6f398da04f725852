import type { FastifyInstance } from 'fastify'

/**
 * Requests in progress finish when the server stops, and their answers close their connections. A kept-alive connection
 * would delay the stop until its client closes it.
 */
export function registerGracefulClose(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(null, payload)
  })
}
