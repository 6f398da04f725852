import { EMBED_DEFAULT, PAGE_DEFAULT } from '@quack/contract/limits'
import type { MemberId } from '../database/schema.ts'
import type { Viewer } from './viewer.ts'

/** As a viewer: any member who has done nothing with what is shown, as is so of most members and most posts. */
export const NEUTRAL_VIEWER = 0 as MemberId

/** How an answer is to be made: for whom, and how long its nested lists may be. */
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
