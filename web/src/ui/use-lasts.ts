import { useEffect, useState } from 'react'

/** Whether something has been true for some time, or since the component was mounted. @param ms that time */
export function useLasts(isTrue: boolean, ms: number): boolean {
  const [hasLasted, setLasted] = useState(isTrue)
  useEffect(() => {
    if (!isTrue) return setLasted(false)
    const timer = setTimeout(() => setLasted(true), ms)
    return () => clearTimeout(timer)
  }, [isTrue, ms])
  return isTrue && hasLasted
}
