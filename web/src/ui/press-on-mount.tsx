import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Clicks its button when it mounts: it replaces a button whose click loaded the code. Mounting the menu open instead
 * would not focus its first entry.
 */
export function PressOnMount({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLSpanElement>(null)
  const isPressed = useRef(false)
  useEffect(() => {
    if (isPressed.current) return
    isPressed.current = true
    frame.current?.querySelector('button')?.click()
  }, [])
  return (
    <span ref={frame} className="contents">
      {children}
    </span>
  )
}
