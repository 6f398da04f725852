import type { MemberSummary } from '@quack/contract'
import { Link } from 'react-router'
import { fullName } from '../../data/people.ts'
import { paths } from '../../paths.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'

interface BylineProps {
  author: Omit<MemberSummary, '_id'>
  time: string
  /** Where the time leads. */
  to?: string
}

/** Name, @username and time in one line. Where it is too narrow, the name gives way first, the username next. */
export function Byline({ author, time, to }: BylineProps) {
  const age = <RelativeTime time={time} />
  return (
    <p className="flex min-w-0 flex-1 items-baseline gap-1.5 whitespace-nowrap text-meta text-muted">
      <Link to={paths.profile(author.username)} className="group flex min-w-0 items-baseline gap-1.5 rounded-sm">
        <span className="min-w-14 shrink-[999] truncate font-semibold text-body text-ink group-hover:underline">
          {fullName(author)}
        </span>
        <span className="min-w-0 shrink truncate">@{author.username}</span>
      </Link>
      <span aria-hidden="true">·</span>
      <span className="shrink-0">
        {to === undefined ? (
          age
        ) : (
          <Link to={to} className="-m-1 inline-block rounded-sm p-1 hover:underline">
            {age}
          </Link>
        )}
      </span>
    </p>
  )
}
