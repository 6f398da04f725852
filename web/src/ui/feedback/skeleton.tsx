import { type ReactNode, useEffect, useState } from 'react'
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

const WAIT_MS = 150

/** Hides its children for the first 150 ms, so that a short wait shows no skeleton. Their space is reserved. */
export function Delayed({ children, ms = WAIT_MS }: { children: ReactNode; ms?: number }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return <div className={isDue ? undefined : 'invisible'}>{children}</div>
}
