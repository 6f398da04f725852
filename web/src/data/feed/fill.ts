import { FEED_COUNT_MAX } from '@quack/contract/rules/limits'
import type { KeyPage } from '../cache/key-pages.ts'
import { capped, type Gap, type GapEnd, gapsOf } from './pages.ts'

/** Changes of the pages of a feed. Loaded when there is one to make. */

/** How many posts of the feed are above this one, loaded or not. */
export function countAbove(pages: readonly KeyPage[], key: string): number {
  let count = 0
  for (const { keys, gapAbove = 0 } of pages) {
    const index = keys.indexOf(key)
    count += gapAbove + (index < 0 ? keys.length : index)
    if (index >= 0) break
  }
  return capped(count)
}

/**
 * Puts posts into a gap, at one of its ends.
 * @param count how many remain in the gap
 */
export function fillPages(
  pages: readonly KeyPage[],
  gap: Gap,
  { keys, end, count }: { keys: readonly string[]; end: GapEnd; count: number },
): KeyPage[] {
  const tidied = withoutEmpty(pages)
  const index = tidied.findIndex((page) => page.keys[0] === gap.below)
  const below = tidied[index]
  if (!below) return tidied
  const known = new Set(tidied.flatMap((page) => page.keys))
  const added = keys.filter((key) => !known.has(key))
  if (added.length === 0) return tidied.with(index, { ...below, gapAbove: count })
  const { newCount = 0, ...rest } = below
  return tidied.toSpliced(
    index,
    1,
    { keys: added, nextCursor: null, gapAbove: end === 'below' ? count : 0, newCount },
    { ...rest, gapAbove: end === 'below' ? 0 : count },
  )
}

/** Without pages that have lost all their posts. The gap above such a page joins the next one. */
function withoutEmpty(pages: readonly KeyPage[]): KeyPage[] {
  const kept: KeyPage[] = []
  let gap = 0
  for (const page of pages) {
    const gapAbove = gap + (page.gapAbove ?? 0)
    const isEmpty = page.keys.length === 0 && page !== pages.at(-1)
    if (!isEmpty) kept.push({ ...page, gapAbove })
    gap = isEmpty ? gapAbove : 0
  }
  return kept
}

/**
 * Puts the newest page of Latest above the pages that are loaded. Ids grow with time.
 * @param newsCount how many posts were written since the pages were loaded
 */
export function withNewest(pages: readonly KeyPage[], newest: KeyPage, newsCount: number): KeyPage[] {
  const last = newest.keys.at(-1)
  if (last === undefined || newest.nextCursor === null) return [newest]
  const loaded = pages.flatMap((page) => page.keys)
  const older = (key: string) => Number(key) < Number(last)
  const next = loaded.find(older)
  if (next === undefined) return [newest]
  const rest = pages.map((page) => ({ ...page, keys: page.keys.filter(older) }))
  while (rest[0]?.keys.length === 0) rest.shift()
  const [first, ...others] = rest
  if (!first) return [newest]
  const isNext = !gapsOf(pages).some(({ below }) => below === next) && loaded.indexOf(next) > 0
  const above = countAbove(pages, next)
  // At least one: the gap is not known to be closed until the server says so.
  const gap = isNext ? 0 : Math.max(1, above === FEED_COUNT_MAX ? above : above + newsCount - newest.keys.length)
  return [newest, { ...first, gapAbove: capped(gap), newCount: 0 }, ...others]
}
