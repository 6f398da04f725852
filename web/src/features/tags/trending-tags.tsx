import { plural, t } from '@lingui/core/macro'
import type { TrendingTag } from '@quack/contract'
import { Link } from 'react-router'
import { useTrendingTags } from '../../data/tags/trending-tags.ts'
import { paths } from '../../paths.ts'
import { exactCount } from '../../ui/text/count.tsx'
import { TagMenu } from './tag-menu.tsx'

/** How many are shown. */
const MOST = 5

/** A panel like Who to follow. */
export function TrendingPanel() {
  const tags = useTrendingTags().slice(0, MOST)
  if (tags.length === 0) return null
  return (
    <section aria-labelledby="trending" className="overflow-hidden rounded-2xl border bg-surface py-3">
      <h2 id="trending" className="px-4 pb-2 font-bold text-title">
        {t`Trending today`}
      </h2>
      <ul>
        {tags.map((tag) => (
          <li key={tag.key} className="flex items-center pe-2">
            <TagLink tag={tag} />
            <TagMenu tag={tag} label={t`Options for #${{ name: tag.name }}`} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TagLink({ tag }: { tag: TrendingTag }) {
  const { membersCount } = tag
  const number = exactCount(membersCount)
  return (
    <Link
      to={paths.tag(tag.key)}
      className="min-w-0 flex-1 rounded-lg px-4 py-2 -outline-offset-2 transition-colors hover:underline"
    >
      <bdi className="block w-fit max-w-full truncate font-semibold">#{tag.name}</bdi>
      <span className="block truncate text-meta text-muted tabular-nums">
        {plural(membersCount, { one: `${number} member`, other: `${number} members` })}
      </span>
    </Link>
  )
}
