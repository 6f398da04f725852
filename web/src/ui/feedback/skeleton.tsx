import { cx } from '../cx.ts'

const SHAPES = { bar: 'rounded-md', round: 'rounded-full', frame: 'rounded-2xl' }

interface SkeletonProps {
  shape?: keyof typeof SHAPES
  /** The classes for its size. */
  className: string
}

/** A placeholder for content that is loading. */
export function Skeleton({ shape = 'bar', className }: SkeletonProps) {
  return <div aria-hidden="true" className={cx('max-w-full animate-shimmer bg-skeleton', SHAPES[shape], className)} />
}
