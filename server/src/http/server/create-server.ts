import { JSON_BODY_MAX_BYTES } from '@quack/contract/rules/limits'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  connectionOptions,
  registerConnections,
} from '../limits/connections.ts'
import { answerBrokenHttp } from '../raw/broken-http.ts'
import { HEADERS } from '../raw/headers.ts'

export interface ServerOptions {
  readonly logger: FastifyBaseLogger
  /** Proxies whose forwarded headers are trusted; none by default. */
  readonly trustProxy?: readonly string[] | false
  /** Overrides of the default limits. */
  readonly connections?: Partial<ConnectionLimits>
  readonly nextRequestId: () => string
}

/** A server without routes: Fastify's options, and the limits of connections. */
export function createServer({ logger, trustProxy, connections, nextRequestId }: ServerOptions): FastifyInstance {
  const limits = { ...CONNECTION_LIMITS, ...connections }
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextRequestId,
    bodyLimit: JSON_BODY_MAX_BYTES,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    ...connectionOptions(limits),
    routerOptions: { maxParamLength: 500 },
    trustProxy: trustProxy ? [...trustProxy] : false,
    clientErrorHandler: answerBrokenHttp(nextRequestId),
    // Before any hook, so without the headers that hooks set.
    frameworkErrors: (error, request, reply) => app.errorHandler(error, request, reply.headers(HEADERS)),
  })
  registerConnections(app, limits)
  return app
}
