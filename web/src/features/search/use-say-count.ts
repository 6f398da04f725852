import { plural, t } from '@lingui/core/macro'
import { useEffect, useEffectEvent } from 'react'
import type { SearchTab } from '../../paths.ts'

/**
 * Says what a search has found, for assistive technology.
 * @param count undefined until that is known
 * @param hasMore whether more may follow
 */
export function useSayCount(
  tab: SearchTab,
  count: number | undefined,
  hasMore: boolean,
  onArrived: (text: string) => void,
): void {
  const say = useEffectEvent(onArrived)
  useEffect(() => {
    if (count !== undefined) say(textOf(tab, count, hasMore))
  }, [tab, count, hasMore])
}

/** `more`: more may follow. */
const TEXTS: Readonly<Record<SearchTab, Record<'none' | 'noneYet' | 'some' | 'more', (count: number) => string>>> = {
  posts: {
    none: () => t`No posts found`,
    noneYet: () => t`No posts found yet`,
    some: (count) => plural(count, { one: `# post found`, other: `# posts found` }),
    more: (count) => plural(count, { one: `# post found so far`, other: `# posts found so far` }),
  },
  people: {
    none: () => t`No people found`,
    noneYet: () => t`No people found yet`,
    some: (count) => plural(count, { one: `# person found`, other: `# people found` }),
    more: (count) => plural(count, { one: `# person found so far`, other: `# people found so far` }),
  },
  tags: {
    none: () => t`No tags found`,
    noneYet: () => t`No tags found yet`,
    some: (count) => plural(count, { one: `# tag found`, other: `# tags found` }),
    more: (count) => plural(count, { one: `# tag found so far`, other: `# tags found so far` }),
  },
}

function textOf(tab: SearchTab, count: number, hasMore: boolean): string {
  const texts = TEXTS[tab]
  if (count === 0) return hasMore ? texts.noneYet(count) : texts.none(count)
  return hasMore ? texts.more(count) : texts.some(count)
}
