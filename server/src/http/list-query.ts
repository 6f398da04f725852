import { EMBED_DEFAULT, PAGE_DEFAULT } from '@quack/contract/limits'
import type { MemberId } from '../database/schema.ts'
import type { Viewer } from './viewer.ts'

/** The viewer of cached JSON: a member without any reaction or relation, as most members are to most posts. */
export const NEUTRAL_VIEWER = 0 as MemberId

/** For whom entities are read, and the maximum length of their nested lists. */
export interface Hydration {
  readonly viewer: MemberId | null
  readonly embed: number
}

export function hydrationOf(viewer: Viewer | null, query: { embed?: number }): Hydration {
  return { viewer: viewer?.id ?? null, embed: query.embed ?? EMBED_DEFAULT }
}

export function pageOf(query: { limit?: number; cursor?: string }): { limit: number; cursor: string | undefined } {
  return { limit: query.limit ?? PAGE_DEFAULT, cursor: query.cursor }
}
