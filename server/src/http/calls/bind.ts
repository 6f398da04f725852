import type { Readable } from 'node:stream'
import type { EndpointAnswer, EndpointDeclaration, EndpointInput } from '@quack/contract'
import { ErrorBodySchema } from '@quack/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteShorthandOptions } from 'fastify'
import type { Hidden } from '../../reading/hidden.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { type AnswerKey, JsonAnswer } from '../answers/json-answer.ts'
import { type CachedRead, directRead, hashedAnswer, sendJson, sendRead } from '../answers/read-answer.ts'
import { AppError } from '../errors/errors.ts'

/** A handler's second argument. */
export interface Context<E extends EndpointDeclaration = EndpointDeclaration> {
  /** The member of the request's token; null for a visitor, if the call allows visitors. */
  readonly viewer: E['access'] extends 'anyone' ? Viewer | null : Viewer
  /** Whether cached data may be used (reading/viewer.ts). */
  readonly isCurrent: boolean
  /** What the viewer does not see. */
  readonly hidden: Hidden
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type Handler<E extends EndpointDeclaration, Key = never> = (
  input: EndpointInput<E>,
  context: Context<E>,
) => E extends { produces: string }
  ? Promise<Readable>
  : keyof EndpointAnswer<E> extends never
    ? Promise<void>
    : Promise<EndpointAnswer<E> | JsonAnswer<Key>>

/**
 * Registers the route of a declaration: path, access, rate class, and the schemas of input and answer.
 * @param cached answers the same address again from the caches; for reads, which then have an ETag
 * @param isHeavy whether a request waits for its turn among heavy reads, before the handler begins
 */
export function bind<E extends EndpointDeclaration, Key extends AnswerKey<Key>>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E, Key>,
  cached: CachedRead<Key> | null = null,
  isHeavy: (request: FastifyRequest) => boolean = () => false,
): void {
  const { method, path, params, query, headers, body, produces, success, answer } = endpoint
  const direct = cached && directRead(cached)
  const schema: RouteShorthandOptions['schema'] = {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
    response: { ...(produces ? null : { [success]: answer }), '4xx': ErrorBodySchema, '5xx': ErrorBodySchema },
  }
  app.route({
    method,
    url: path,
    schema,
    config: { endpoint, isCached: cached !== null },
    ...(body && { preValidation: refuseMultipart }),
    handler: handle,
  })

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    // Fastify has validated each part against the schema from which these types are inferred.
    const { params, query, headers, body } = request
    const read = (): Promise<unknown> => {
      // The viewer hook has already refused visitors on members' calls.
      const { viewer, isCurrent, hidden } = request
      const context = { viewer, isCurrent, hidden, request, reply } as Context<E>
      return handler({ params, query, headers, body } as EndpointInput<E>, context)
    }
    const since = direct?.plans.position ?? 0
    // The turn ends before the answer is sent: a client may take its time to receive it.
    const value = await app.heavyReads.take(request, read, isHeavy(request))
    if (produces) reply.type(produces)
    reply.code(success)
    if (!direct) {
      // What one member reads is for nobody who uses the browser later.
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      return value instanceof JsonAnswer ? sendJson(reply, value) : reply.send(value ?? {})
    }
    if (!(value instanceof JsonAnswer)) return sendRead(request, reply, hashedAnswer(reply.serialize(value) as string))
    if (value.key) direct.plans.add(request.url, endpoint, direct, value.key, since)
    return sendRead(request, reply, value)
  }
}

/** No call with a declared body takes a multipart form: its handler would see an empty body. */
async function refuseMultipart(request: FastifyRequest): Promise<void> {
  if (request.isMultipart()) throw new AppError('contentTypeWrong')
}

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Answers 405 with `Allow` to methods that the addresses of these calls do not support. */
export function refuseOtherMethods(
  app: FastifyInstance,
  endpoints: readonly { readonly method: string; readonly path: string }[],
): void {
  const methodsOf = new Map<string, Set<string>>()
  for (const { path, method } of endpoints) {
    const methods = methodsOf.get(path) ?? new Set()
    methodsOf.set(path, methods.add(method))
    if (method === 'GET') methods.add('HEAD')
  }
  for (const [path, methods] of methodsOf) {
    const refuse = async (_request: FastifyRequest, reply: FastifyReply) => {
      reply.header('allow', [...methods].join(', '))
      throw new AppError('methodNotAllowed')
    }
    app.route({
      method: METHODS.filter((method) => !methods.has(method)),
      url: path,
      // HEAD is in the list, or belongs to the GET route.
      exposeHeadRoute: false,
      // Before the body is read, so that the wrong method is reported and not a wrong body.
      onRequest: refuse,
      handler: refuse,
    })
  }
}
