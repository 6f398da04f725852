import type { Static, TObject, TSchema } from 'typebox'
import type { RateClass } from '../calls/endpoint.ts'

/**
 * The declaration of a call of the client API, which apps of other networks know. Input may come in the address or in a
 * body of any form; `input` has both. Only the shapes are theirs: rules and refusals are those of our own calls.
 */
export interface ClientCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly summary: string
  /** Who may call: anyone, an app that has signed in as itself, or members. */
  readonly access: 'anyone' | 'app' | 'member'
  /** What a member's token has to allow; null for nothing in particular. */
  readonly scope: string | null
  readonly rate: RateClass
  readonly params: TObject | null
  readonly input: TObject
  /** Fields of a multipart form that are files, and what for. Other files are dropped. */
  readonly files?: Readonly<Record<string, 'post' | 'avatar'>>
  readonly answer: TSchema
  /** Whether answers may come from caches. Tests compare them with others (server/test/checked-answers.ts). */
  readonly isCached?: true
}

export type ClientInput<C extends ClientCall> = Static<C['input']>
export type ClientParams<C extends ClientCall> = C['params'] extends TObject ? Static<C['params']> : undefined
