import { type ReactNode, useEffect, useState } from 'react'

const WAIT_MS = 150

/** Shows what a short wait should not: a skeleton that comes and goes at once is worse than none. Keeps its room. */
export function Delayed({ children, ms = WAIT_MS }: { children: ReactNode; ms?: number }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return <div className={isDue ? undefined : 'invisible'}>{children}</div>
}
