import { cx } from './cx.ts'
import { exactCount } from './text/count.tsx'

const MOST = 99

/** The number as it is shown: '99+' above 99. */
export const badgeText = (count: number): string => (count > MOST ? `${exactCount(MOST)}+` : exactCount(count))

interface BadgeProps {
  count: number
  /** What is counted, for assistive technology. Without it, the badge is hidden from that. */
  of?: string
  className: string
}

/** A small count in a link, after its text. */
export function Badge({ count, of, className }: BadgeProps) {
  return (
    <span
      aria-hidden={of === undefined}
      className={cx(
        'grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent-solid px-1 font-bold text-[0.6875rem] text-on-solid tabular-nums leading-none',
        className,
      )}
    >
      {badgeText(count)}
      {of !== undefined && <span className="sr-only"> {of}</span>}
    </span>
  )
}
