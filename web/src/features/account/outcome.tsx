import { type ReactNode, useEffect, useRef } from 'react'

/** Takes the place of a form that was sent, and its focus, so that screen readers read it. */
export function Outcome({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p ref={text} tabIndex={-1} className="text-center outline-none">
      {children}
    </p>
  )
}
