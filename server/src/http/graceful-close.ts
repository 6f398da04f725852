import type { FastifyInstance } from 'fastify'

/**
 * Lets requests under way finish when the server is told to stop, and their connections end with them: a connection
 * kept open for a next request would hold the server up until its client thinks better of it.
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
