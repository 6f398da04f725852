import { EMBED_DEFAULT, PAGE_DEFAULT } from '@quack/contract/rules/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MemberId } from '../database/schema.ts'
import { type Hidden, NOTHING_HIDDEN } from './hidden.ts'
import type { Viewer } from './viewer.ts'

/** The viewer of cached JSON: a member without any reaction or relation, as most members are to most posts. */
export const NEUTRAL_VIEWER = 0 as MemberId

/** For whom entities are read, and the maximum length of their nested lists. */
export interface Hydration {
  readonly viewer: MemberId | null
  readonly embed: number
  /** What the viewer does not see. */
  readonly hidden: Hidden
  /** Whether the request has its turn among heavy reads; undefined if it cannot wait for one, as after a write. */
  readonly isInTurn?: boolean
  /** Also what is for followers. Whoever assembles answers from them checks each viewer. */
  readonly isForCache?: true
}

/** @param context of a request */
export function hydrationOf(
  context: { readonly viewer: Viewer | null; readonly hidden: Hidden; readonly request?: FastifyRequest },
  query: { embed?: number },
): Hydration {
  const { viewer, hidden, request } = context
  const turn = request && { isInTurn: request.isInTurn }
  return { viewer: viewer?.id ?? null, embed: query.embed ?? EMBED_DEFAULT, hidden, ...turn }
}

/** How entities are read that are cached for visitors, or for members. */
export function neutralHydration(isVisitor: boolean, embed: number): Hydration {
  return { viewer: isVisitor ? null : NEUTRAL_VIEWER, embed, hidden: NOTHING_HIDDEN, isForCache: true }
}

export function pageOf(query: { limit?: number; cursor?: string }): { limit: number; cursor: string | undefined } {
  return { limit: query.limit ?? PAGE_DEFAULT, cursor: query.cursor }
}

/** Whether the client asked for the changed entity only (RFC 7240). If so, the answer gets `Preference-Applied`. */
export function prefersMinimal(headers: { prefer?: string }, reply: FastifyReply): boolean {
  const isMinimal = (headers.prefer ?? '')
    .split(',')
    .some((token) => /^\s*return\s*=\s*"?minimal"?\s*(;|$)/i.test(token))
  if (isMinimal) reply.header('preference-applied', 'return=minimal')
  return isMinimal
}
