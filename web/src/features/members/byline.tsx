import type { MemberSummary } from '@quack/contract'
import { Link } from 'react-router'
import { fullName } from '../../data/members/people.ts'
import { paths } from '../../paths.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'

interface BylineProps {
  author: Omit<MemberSummary, '_id'>
  time: string
  /** The link of the time. */
  to?: string
}

/**
 * Name, @username and time in one line. If it is too narrow, the @username is truncated first, to three rem, and then
 * wraps out of sight. Then the name is truncated, the time never. In a very narrow container, as with a large font on a
 * phone, they have lines of their own.
 */
export function Byline({ author, time, to }: BylineProps) {
  const age = <RelativeTime time={time} />
  const profile = paths.profile(author.username)
  return (
    <div className="@container min-w-0 flex-1">
      <p className="items-baseline gap-x-1.5 text-meta text-muted @min-[12.5rem]:flex @min-[12.5rem]:whitespace-nowrap">
        <Link
          to={profile}
          className="-my-px block min-w-0 rounded-sm py-px font-semibold text-body text-ink hover:underline"
        >
          <bdi className="block truncate">{fullName(author)}</bdi>
        </Link>
        {/* The time comes first when the line is filled, and last on the screen: so it follows the name if the @username
            does not fit. It gives way long before the name, down to the time. The padding is for the focus ring. */}
        <span className="-my-2 -me-2 block min-w-min shrink-[1000000] flex-row-reverse flex-wrap items-baseline justify-end gap-x-1.5 gap-y-4 py-2 pe-2 @min-[12.5rem]:flex @min-[12.5rem]:max-h-8.5 @min-[12.5rem]:overflow-hidden">
          {/* No tab stop: the name beside it is the same link. A grid can have its text's width, and be narrower. */}
          <Link
            to={profile}
            tabIndex={-1}
            className="order-1 block max-w-max grow basis-12 grid-cols-[minmax(0,max-content)] hover:underline @min-[12.5rem]:grid"
          >
            <span className="block truncate">@{author.username}</span>
          </Link>
          <span className="flex shrink-0 items-baseline gap-x-1.5">
            <span aria-hidden="true" className="hidden @min-[12.5rem]:inline">
              ·
            </span>
            {to === undefined ? (
              age
            ) : (
              <Link to={to} className="-m-1 inline-block rounded-sm p-1 hover:underline">
                {age}
              </Link>
            )}
          </span>
        </span>
      </p>
    </div>
  )
}
