import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { RateClass } from '../calls/endpoint.ts'

/**
 * The declaration of a call of the client API, which apps of other networks know. Input may come in the address or in a
 * body, as JSON or as a form; `input` has both. Only the shapes are theirs: the rules are those of our own calls.
 */
export interface ClientCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly summary: string
  /** Who may call: anyone, an app (the handler looks at its token), or members. */
  readonly access: 'anyone' | 'app' | 'member'
  /** What a member's token has to allow; null for nothing in particular. */
  readonly scope: string | null
  readonly rate: RateClass
  readonly params: TObject | null
  readonly input: TObject
  /** Fields of a multipart form that are files, and what for. Other files are dropped. */
  readonly files?: Readonly<Record<string, 'post' | 'avatar'>>
  readonly answer: TSchema
  /** Set for an answer that is not JSON. */
  readonly produces?: 'text/event-stream'
  /** What it answers with in place of 200 while a video is converted. */
  readonly meanwhile?: 202 | 206
  /** Whether answers may come from caches. Tests compare them with others (server/test/checked-answers.ts). */
  readonly isCached?: true
}

export const BY_ID = Type.Object({ id: Type.String({ maxLength: 100 }) })
const NOTHING = Type.Object({})
/** Holds unless a call says otherwise. */
const DEFAULTS = { access: 'member', params: null, input: NOTHING, answer: NOTHING } as const
type Defaults = typeof DEFAULTS & Pick<ClientCall, 'rate'>

/** @param route such as `GET /api/v1/lists`. What reads counts as a read, everything else as a write */
export function clientCall<M extends ClientCall['method'], const G extends Partial<ClientCall> = object>(
  route: `${M} /${string}`,
  scope: string | null,
  summary: string,
  given?: G,
) {
  const [method, path = ''] = route.split(' ') as [M, string]
  const made = { ...DEFAULTS, rate: method === 'GET' ? 'read' : 'write', method, path, scope, summary, ...given }
  return made as Omit<Defaults, keyof G> & Pick<ClientCall, 'path' | 'scope' | 'summary'> & { method: M } & G
}

export type ClientInput<C extends ClientCall> = Static<C['input']>
export type ClientParams<C extends ClientCall> = C['params'] extends TObject ? Static<C['params']> : undefined
