import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Presses the button inside it once it is there: the press that made its code be fetched was meant for it. A menu that is
 * opened so has its first entry focused, which one that merely starts open has not.
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
