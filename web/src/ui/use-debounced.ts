import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 150

/** The text when it has stayed the same for a moment. An empty one at once. @param initial what it is until then */
export function useDebounced(text: string, initial = ''): string {
  const [settled, setSettled] = useState(initial)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
