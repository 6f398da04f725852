import { exactCount } from '../../ui/text/count.tsx'

/** How many posts a tag has. @param max how far they are counted */
export function sayPosts(count: number, max: number): string {
  if (count === 1) return '1 post'
  return `${exactCount(count)}${count < max ? '' : '+'} posts`
}
