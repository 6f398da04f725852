import { plural } from '@lingui/core/macro'
import { cappedCount } from '../../ui/text/count.tsx'

/** How many posts a tag has. @param max how far they are counted */
export function sayPosts(count: number, max: number): string {
  const number = cappedCount(count, max)
  return plural(count, { one: `${number} post`, other: `${number} posts` })
}
