import { cx } from './cx.ts'

const SHAPES = { bar: 'rounded-md', round: 'rounded-full', frame: 'rounded-2xl' }

interface SkeletonProps {
  shape?: keyof typeof SHAPES
  /** Its size. */
  className: string
}

/** A grey shape where something will be. */
export function Skeleton({ shape = 'bar', className }: SkeletonProps) {
  return <div aria-hidden="true" className={cx('max-w-full animate-shimmer bg-skeleton', SHAPES[shape], className)} />
}
