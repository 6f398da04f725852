import { cx } from './cx.ts'

/** A grey shape where something will be; its size comes with `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('animate-shimmer rounded-md bg-skeleton', className)} />
}
