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

/**
 * Name, @username and time in one line. Where it is too narrow, the name gives way first, the username
 * next; where neither would be left, on the narrowest phones, the time stands below.
 */
export function Byline({ author, time, to }: BylineProps) {
  const age = <RelativeTime time={time} />
  return (
    <div className="@container min-w-0 flex-1">
      <p className="flex items-baseline gap-x-1.5 whitespace-nowrap text-meta text-muted @max-[15.5rem]:flex-wrap">
        <Link
          to={paths.profile(author.username)}
          className="group flex min-w-0 items-baseline gap-1.5 rounded-sm @max-[15.5rem]:basis-full"
        >
          <span className="min-w-14 shrink-[999] truncate font-semibold text-body text-ink group-hover:underline">
            {fullName(author)}
          </span>
          <span className="min-w-0 shrink truncate">@{author.username}</span>
        </Link>
        <span aria-hidden="true" className="@max-[15.5rem]:hidden">
          ·
        </span>
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
    </div>
  )
}
