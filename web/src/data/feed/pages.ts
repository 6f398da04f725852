import { FEED_COUNT_MAX, type Sort } from '@quack/contract/rules/limits'
import { call } from '../api/api.ts'
import type { KeyPage } from '../cache/key-pages.ts'
import { pageQuery, takePosts } from '../posts/post-lists.ts'
import { noteReasons } from './reasons.ts'

/** The pages of a feed with gaps between them. See KeyPage.gapAbove. */

export interface Gap {
  /** The post above it. Undefined for the gap above the list. */
  above: string | undefined
  /** The post below it. */
  below: string
  count: number
}

export type GapEnd = 'above' | 'below'

export const capped = (count: number) => Math.min(Math.max(count, 0), FEED_COUNT_MAX)

/** All gaps, from the top down. */
export function gapsOf(pages: readonly KeyPage[]): Gap[] {
  const gaps: Gap[] = []
  let above: string | undefined
  let count = 0
  for (const { keys, gapAbove = 0 } of pages) {
    count += gapAbove
    const [below] = keys
    if (below === undefined) continue
    if (count > 0) gaps.push({ above, below, count: capped(count) })
    count = 0
    above = keys.at(-1)
  }
  return gaps
}

/** How many posts above the list are new to the viewer. */
export function countNewAbove([first]: readonly KeyPage[]): number {
  return Math.min(first?.newCount ?? 0, first?.gapAbove ?? 0)
}

/** A page from the top of the feed, or after a cursor. */
export async function readFeed(sort: Sort, cursor?: string, signal?: AbortSignal): Promise<KeyPage> {
  const answer = await call('GET /api/feed', { query: { ...pageQuery(cursor), sort } }, { signal })
  noteReasons(answer.posts)
  return takePosts(answer)
}
