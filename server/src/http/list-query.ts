import { EMBED_DEFAULT, PAGE_DEFAULT } from '@quack/contract/limits'
import type { MemberId } from '../database/schema.ts'
import type { Sources } from './sources.ts'
import type { Viewer } from './viewer.ts'

/** As a viewer: any member who has done nothing with what is shown, as is so of most members and most posts. */
export const STRANGER = 0 as MemberId

/** How an answer is to be made: for whom, and how long its nested lists may be. */
export interface Hydration {
  readonly viewer: MemberId | null
  readonly embed: number
  /** Takes note of what the answer is made of, where it is kept. */
  readonly sources?: Sources | undefined
}

export function hydrationOf(viewer: Viewer | null, query: { embed?: number }, sources?: Sources): Hydration {
  return { viewer: viewer?.id ?? null, embed: query.embed ?? EMBED_DEFAULT, sources }
}

export function pageOf(query: { limit?: number; cursor?: string }): { limit: number; cursor: string | undefined } {
  return { limit: query.limit ?? PAGE_DEFAULT, cursor: query.cursor }
}
