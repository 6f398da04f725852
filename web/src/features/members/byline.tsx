import type { MemberSummary } from '@quack/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { fullName } from '../../data/members/people.ts'
import { paths } from '../../paths.ts'
import { keyed } from '../../ui/keys.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'

interface BylineProps {
  author: Omit<MemberSummary, '_id'>
  time: string
  /** The link of the time. */
  to?: string
  /** After the time. */
  mark?: ReactNode
  /** Whether it is within what leads elsewhere, and has no link. */
  isPlain?: boolean
}

/**
 * Name, @username and time in one line. If it is too narrow, the @username is truncated first, to three rem, and then
 * wraps out of sight. Then the name is truncated, the time never. In a very narrow container, as with a large font on a
 * phone, they wrap to lines of their own.
 */
export function Byline({ author, time, to, mark, isPlain = false }: BylineProps) {
  const age = <RelativeTime time={time} />
  const names = {
    className:
      'group relative -my-px flex max-h-6 min-w-0 flex-wrap items-baseline gap-x-1.5 overflow-hidden rounded-sm py-px @max-[12.5rem]:max-h-none @max-[12.5rem]:basis-full',
    children: (
      <>
        <bdi className="max-w-full truncate font-semibold text-body text-ink group-[a:hover]:underline">
          {fullName(author)}
        </bdi>
        <bdi className="min-w-0 max-w-max grow basis-12 truncate @max-[12.5rem]:max-w-full @max-[12.5rem]:grow-0 @max-[12.5rem]:basis-auto">
          @{author.username}
        </bdi>
      </>
    ),
  }
  return (
    <div className="@container min-w-0 flex-1">
      <p className="flex items-baseline gap-x-1.5 whitespace-nowrap text-meta text-muted @max-[12.5rem]:flex-wrap @max-[12.5rem]:whitespace-normal">
        {isPlain ? <span {...names} /> : <Link to={paths.profile(author.username)} {...names} />}
        <span aria-hidden="true" className="@max-[12.5rem]:hidden">
          ·
        </span>
        <span className="max-w-full shrink-0">
          {to === undefined ? (
            age
          ) : (
            <Link to={to} {...keyed('o')} className="-m-1 inline-block rounded-sm p-1 hover:underline">
              {age}
            </Link>
          )}
        </span>
        {mark}
      </p>
    </div>
  )
}
