import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { ErrorCode } from '../errors/errors.ts'

/**
 * Who may call: anyone (an answer to a token is for that viewer), members only, or members with this role or a higher
 * one. To those without a role, a call that needs one answers like an unknown address; a moderator gets `ownerOnly`
 * from an owner's call.
 */
export type Access = 'anyone' | 'member' | 'moderator' | 'owner'

/**
 * The rate limit class of a call; the limits are in the server's rate limits. `confirm` is for members' calls that
 * check their password, a passkey of theirs or a code, or that may send a mail.
 */
export type RateClass = 'signup' | 'signin' | 'app' | 'confirm' | 'read' | 'search' | 'write' | 'report' | 'upload'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * The declaration of one call of the API. The route, its validation and serialisation, the web's typed client, the rate
 * limit, the OpenAPI document and docs/contract.md all follow from it.
 */
export interface EndpointDeclaration extends Options {
  readonly method: Method
  /** In Fastify's syntax, `/api/posts/:postId`. The names after a colon are the keys of `params`. */
  readonly path: string
}

interface Options {
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

const NOTHING = Type.Object({})

/** Holds unless a call says otherwise. */
interface Defaults<M extends Method> {
  readonly rate: M extends 'GET' ? 'read' : 'write'
  readonly success: 200
  readonly answer: typeof NOTHING
  readonly errors: readonly []
}

type Without<Given> = Partial<Options> & Omit<Pick<Options, 'noun' | 'summary' | 'access'>, keyof Given>
type Over<Later, Earlier> = Later & Omit<Earlier, keyof Later>
type Flat<T> = { [K in keyof T]: T[K] }

/**
 * @returns how calls are declared that have these options in common. The request of a call is `METHOD /path`. It has to
 * say who may call.
 */
export function endpoints<const Common extends Partial<Options>>(common: Common) {
  return <M extends Method, Path extends `/${string}`, const Own extends Without<Common>>(
    request: `${M} ${Path}`,
    own: Own,
  ) => {
    const [method, path] = request.split(' ')
    const rate = method === 'GET' ? 'read' : 'write'
    const call: unknown = { rate, success: 200, answer: NOTHING, errors: [], ...common, ...own, method, path }
    return call as Flat<{ readonly method: M; readonly path: Path } & Over<Own, Over<Common, Defaults<M>>>>
  }
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

/** Refusals of every call. An invalid token is refused even if the call does not need one. */
const ALWAYS = [
  'tokenInvalid',
  'usernameUnknown',
  'scopeMissing',
  'requestMalformed',
  'tooManyRequests',
  'unavailable',
  'internal',
] as const

/** For calls that can have a body. A body is parsed even if the call does not use it, and a write needs disk space. */
const WITH_BODY = ['bodyMalformed', 'contentTypeWrong', 'bodyTooLarge', 'fieldInvalid', 'storageFull'] as const

/** Of calls that need a role. */
const OF_STAFF: Partial<Record<Access, readonly ErrorCode[]>> = {
  moderator: ['pathUnknown'],
  owner: ['pathUnknown', 'ownerOnly'],
}

type Refused = Pick<EndpointDeclaration, 'access' | 'errors'> & { readonly method: string }

/** Every refusal of a call: those that it declares, and those of all calls of its kind. */
export function refusalsOf({ method, access, errors }: Refused): ErrorCode[] {
  return [...new Set([...errors, ...(OF_STAFF[access] ?? []), ...ALWAYS, ...(method === 'GET' ? [] : WITH_BODY)])]
}
