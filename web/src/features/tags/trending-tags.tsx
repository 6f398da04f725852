import type { TrendingTag } from '@quack/contract'
import { TrendingUp } from 'lucide-react'
import { Link } from 'react-router'
import { useTrendingTags } from '../../data/tags/trending-tags.ts'
import { paths } from '../../paths.ts'
import { exactCount } from '../../ui/text/format-count.ts'
import { TagMenu } from './tag-menu.tsx'

/** How many have space beside the page. */
const BESIDE = 5

/** One line that scrolls sideways. */
export function TrendingRow() {
  const tags = useTrendingTags()
  if (tags.length === 0) return null
  return (
    <section
      aria-label="Trending today"
      className="-me-4 flex min-w-0 grow-999 basis-0 items-center gap-1 overflow-x-auto pe-4 [mask-image:linear-gradient(to_left,transparent,#000_2rem)] [scrollbar-width:none]"
    >
      <TrendingUp size={16} className="shrink-0 text-muted" aria-hidden="true" />
      <ul className="flex shrink-0 items-center gap-1 pe-6">
        {tags.map((tag) => (
          <li key={tag.key} className="flex items-center">
            <TagLink tag={tag} className="max-w-40 px-2 -outline-offset-2" />
            <TagMenu tag={tag} label={`Options for #${tag.name}`} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A panel like Who to follow. */
export function TrendingPanel() {
  const tags = useTrendingTags().slice(0, BESIDE)
  if (tags.length === 0) return null
  return (
    <section aria-labelledby="trending" className="mt-4 overflow-hidden rounded-2xl border bg-surface py-3">
      <h2 id="trending" className="px-4 pb-2 font-bold text-title">
        Trending today
      </h2>
      <ul>
        {tags.map((tag) => (
          <li key={tag.key} className="flex items-center pe-2">
            <TagLink tag={tag} className="flex-1 px-4 py-2 -outline-offset-2" />
            <TagMenu tag={tag} label={`Options for #${tag.name}`} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TagLink({ tag, className }: { tag: TrendingTag; className: string }) {
  return (
    <Link to={paths.tag(tag.key)} className={`min-w-0 rounded-lg transition-colors hover:underline ${className}`}>
      <bdi className="block w-fit max-w-full truncate font-semibold">#{tag.name}</bdi>
      <span className="block text-meta text-muted tabular-nums">{exactCount(tag.membersCount)} members</span>
    </Link>
  )
}
