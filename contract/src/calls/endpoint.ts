import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from '../errors/errors.ts'

/**
 * Who may call: anyone (an answer to a token is for that viewer), members only, or members with this role or a higher
 * one. To others, a call that needs a role answers like an unknown address.
 */
export type Access = 'anyone' | 'member' | 'moderator' | 'owner'

/**
 * The rate limit class of a call; the limits are in the server's rate limits. `confirm` is for members' calls that
 * require the present password.
 */
export type RateClass = 'signup' | 'signin' | 'confirm' | 'read' | 'search' | 'write' | 'report' | 'upload'

/**
 * The declaration of one call of the API. The route, its validation and serialisation, the web's typed client, the rate
 * limit, the OpenAPI document and docs/contract.md are all generated from it.
 */
export interface EndpointDeclaration {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** In Fastify's syntax, `/api/posts/:postId`. The names after a colon are the keys of `params`. */
  readonly path: string
  readonly noun: string
  readonly summary: string
  readonly access: Access
  readonly rate: RateClass
  readonly params?: TObject
  readonly query?: TObject
  readonly headers?: TObject
  readonly body?: TSchema
  /** Set for a body that is not JSON. The handler reads it itself. */
  readonly consumes?: 'multipart/form-data'
  /** Set for an answer that is not JSON. `answer` is then a text schema, and the handler sends a stream. */
  readonly produces?: 'application/zip' | 'text/event-stream'
  readonly success: 200 | 201
  readonly answer: TSchema
  /** Refusals of this call besides those of every call (malformed input, an invalid token, too many requests). */
  readonly errors: readonly ErrorCode[]
}

export function endpoint<const E extends EndpointDeclaration>(declaration: E): E {
  return declaration
}

type Input<S> = S extends TSchema ? Static<S> : undefined

/** The input of a handler, and what a client sends. */
export interface EndpointInput<E extends EndpointDeclaration> {
  params: Input<E['params']>
  query: Input<E['query']>
  headers: Input<E['headers']>
  body: Input<E['body']>
}

export type EndpointAnswer<E extends EndpointDeclaration> = Static<E['answer']>
