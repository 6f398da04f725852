import { type ReactNode, useEffect, useState } from 'react'

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
