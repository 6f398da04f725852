import type { MemberSummary } from '@quack/contract'
import { Link } from 'react-router'
import { fullName } from '../../data/people.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'

interface BylineProps {
  author: Omit<MemberSummary, '_id'>
  time: string
  /** The link of the time. */
  to?: string
}

// The minimum width of a truncated part. Without calc-size() in the browser, the minimum is zero.
const NAME_LEAST = 'min-w-[calc-size(max-content,min(size,3.5rem))]'
const HANDLE_LEAST = 'min-w-[calc-size(max-content,min(size,1.5rem))]'

/**
 * Name, @username and time in one line. If it is too narrow, the @username is truncated first, then the name, the time
 * never. In a very narrow container, as with a large font on a phone, they wrap to lines of their own.
 */
export function Byline({ author, time, to }: BylineProps) {
  const age = <RelativeTime time={time} />
  return (
    <div className="@container min-w-0 flex-1">
      <p className="flex items-baseline gap-x-1.5 whitespace-nowrap text-meta text-muted @max-[12.5rem]:flex-wrap @max-[12.5rem]:whitespace-normal">
        <Link
          to={paths.profile(author.username)}
          className="group relative -my-px flex min-w-0 items-baseline gap-x-1.5 rounded-sm py-px @max-[12.5rem]:basis-full @max-[12.5rem]:flex-wrap"
        >
          <bdi className={cx('max-w-full truncate font-semibold text-body text-ink group-hover:underline', NAME_LEAST)}>
            {fullName(author)}
          </bdi>
          <span className={cx('max-w-full shrink-[999] truncate', HANDLE_LEAST)}>@{author.username}</span>
        </Link>
        <span aria-hidden="true" className="@max-[12.5rem]:hidden">
          ·
        </span>
        <span className="max-w-full shrink-0">
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
