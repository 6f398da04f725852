import type { Readable } from 'node:stream'
import type { EndpointAnswer, EndpointDeclaration, EndpointInput } from '@quack/contract'
import { ErrorBodySchema } from '@quack/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteShorthandOptions } from 'fastify'
import type { AnswerPlans } from './answer-plans.ts'
import { AppError } from './errors.ts'
import { JsonAnswer } from './json-answer.ts'
import { hashedAnswer, sendJson, sendRead } from './read-answer.ts'
import type { Viewer } from './viewer.ts'

/** What a handler gets besides its input. */
export interface Context<E extends EndpointDeclaration = EndpointDeclaration> {
  /** The member whose token the request carries; null for a visitor, where visitors may call. */
  readonly viewer: E['access'] extends 'member' ? Viewer : Viewer | null
  /** Whether cached data may be used: not while the database is away. */
  readonly isCurrent: boolean
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type Handler<E extends EndpointDeclaration> = (
  input: EndpointInput<E>,
  context: Context<E>,
) => Promise<E extends { produces: string } ? Readable : EndpointAnswer<E> | JsonAnswer>

/**
 * Makes a route of a declaration: its address, who may call, how often, what goes in and what comes out.
 * @param plans takes note of how to answer the same address again; for reads, whose answers are then named by an ETag
 */
export function bind<E extends EndpointDeclaration>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  plans: AnswerPlans | null = null,
): void {
  const { method, path, params, query, headers, body, produces, success, answer } = endpoint
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
    config: { endpoint, isCached: plans !== null },
    ...(body && { preValidation: refuseMultipart }),
    handler: handle,
  })

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    // The viewer hook has let nobody but members through to their calls.
    const { viewer, isCurrent } = request
    const context = { viewer, isCurrent, request, reply } as Context<E>
    // Fastify has validated each part against the schema that these types are made from.
    const { params, query, headers, body } = request
    const since = plans?.position ?? 0
    const value = await handler({ params, query, headers, body } as EndpointInput<E>, context)
    if (produces) reply.type(produces)
    reply.code(success)
    if (!plans) return value instanceof JsonAnswer ? sendJson(reply, value) : reply.send(value)
    if (!(value instanceof JsonAnswer)) return sendRead(request, reply, hashedAnswer(reply.serialize(value) as string))
    if (value.plan) plans.add(request.url, endpoint, value.plan, since)
    return sendRead(request, reply, value)
  }
}

/** Forms with files are parsed for uploads alone; a call that takes JSON would see no body at all. */
async function refuseMultipart(request: FastifyRequest): Promise<void> {
  if (request.isMultipart()) throw new AppError('contentTypeWrong')
}

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Answers 405 with `Allow` for the methods that an address of the API does not have. */
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
      // HEAD is in the list, or somebody else's.
      exposeHeadRoute: false,
      // Before a body is read: whatever is wrong with it, the method is wrong first.
      onRequest: refuse,
      handler: refuse,
    })
  }
}
