import { Link } from 'react-router'
import { useFoundTags } from '../../data/search.ts'
import { paths } from '../../paths.ts'
import { exactCount } from '../../ui/text/format-count.ts'
import { PagedList } from '../reports/paged-list.tsx'

export function FoundTags({ q }: { q: string }) {
  return (
    <PagedList pages={useFoundTags(q)} label="Found tags" emptyText="No tags found">
      {({ key, name, postsCount }) => (
        <li key={key}>
          <Link to={paths.tag(key)} className="block px-4 py-2.5 -outline-offset-2 transition-colors hover:bg-hover">
            <bdi className="block w-fit max-w-full truncate font-semibold">#{name}</bdi>
            <span className="block text-meta text-muted tabular-nums">{countOf(postsCount)}</span>
          </Link>
        </li>
      )}
    </PagedList>
  )
}

function countOf(posts: number): string {
  return posts === 1 ? '1 post' : `${exactCount(posts)} posts`
}
