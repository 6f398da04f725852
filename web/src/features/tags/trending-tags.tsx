import type { TrendingTag } from '@quack/contract'
import { Link } from 'react-router'
import { useTrendingTags } from '../../data/tags/trending-tags.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { exactCount } from '../../ui/text/format-count.ts'
import { TagMenu } from './tag-menu.tsx'

/** How many have space beside the page. */
const BESIDE = 5

/** From which width of the row each has space. Nothing scrolls sideways. */
const IN_ROW = ['flex', 'hidden @[15rem]:flex', 'hidden @[27rem]:flex']

/** One line of as many as fit, none with very large text. */
export function TrendingRow() {
  const tags = useTrendingTags()
  if (tags.length === 0) return null
  return (
    <div className="@container -me-2.5 min-w-0 grow-999 basis-0">
      <section aria-label="Trending today" className="hidden @[7.5rem]:block">
        <ul className="flex items-center justify-end">
          {tags.slice(0, IN_ROW.length).map((tag, index) => (
            <li key={tag.key} className={cx('min-w-30 max-w-48 flex-1 items-center', IN_ROW[index])}>
              <TagLink tag={tag} className="flex-1 px-1 -outline-offset-2" />
              <TagMenu tag={tag} label={`Options for #${tag.name}`} />
            </li>
          ))}
        </ul>
      </section>
    </div>
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
      <span className="block truncate text-meta text-muted tabular-nums">{exactCount(tag.membersCount)} members</span>
    </Link>
  )
}
