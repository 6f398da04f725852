import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'

/** Who may call: anyone (a token, where sent, makes the answer the viewer's), or members only. */
export type Access = 'anyone' | 'member'

/**
 * How often one may call; the figures stand in the server's rate limits. `confirm` is for calls of a member that ask for
 * the present password.
 */
export type RateClass = 'signup' | 'signin' | 'confirm' | 'read' | 'write' | 'upload'

/**
 * One call of the API, said once. The route, its validation and serialisation, the web's typed client, the rate
 * limit, the OpenAPI document and docs/contract.md all come from this.
 */
export interface EndpointDeclaration {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Fastify's form, `/api/posts/:postId`; the parts after a colon are the keys of `params`. */
  readonly path: string
  readonly noun: string
  readonly summary: string
  readonly access: Access
  readonly rate: RateClass
  readonly params?: TObject
  readonly query?: TObject
  readonly headers?: TObject
  readonly body?: TSchema
  /** Declared for a body that is not JSON and is read by the handler itself. */
  readonly consumes?: 'multipart/form-data'
  /** Declared for an answer that is not JSON; `answer` is its schema as text, and the handler sends a stream. */
  readonly produces?: 'application/zip' | 'text/event-stream'
  readonly success: 200 | 201
  readonly answer: TSchema
  /** Refusals this call can give beyond those every call can (malformed input, a bad token, too many requests). */
  readonly errors: readonly ErrorCode[]
}

export function endpoint<const E extends EndpointDeclaration>(declaration: E): E {
  return declaration
}

type Input<S> = S extends TSchema ? Static<S> : undefined

/** What a handler receives, and a client sends. */
export interface EndpointInput<E extends EndpointDeclaration> {
  params: Input<E['params']>
  query: Input<E['query']>
  headers: Input<E['headers']>
  body: Input<E['body']>
}

export type EndpointAnswer<E extends EndpointDeclaration> = Static<E['answer']>
