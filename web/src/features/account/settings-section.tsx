import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'

interface SettingsSectionProps {
  title: string
  /** A sentence below the title. */
  text?: ReactNode
  /** The fragment of the address that brings it into view. */
  anchor?: string
  /** Makes the heading focusable by code, for when the element that had the focus is gone. */
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}

export function SettingsSection({ title, text, anchor, heading, children }: SettingsSectionProps) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const { hash, key } = useLocation()
  /** The visit that leads here. */
  const visit = anchor !== undefined && hash === `#${anchor}` ? key : null
  useEffect(() => {
    if (visit === null) return
    section.current?.scrollIntoView()
    section.current?.focus({ preventScroll: true })
  }, [visit])
  return (
    <section
      ref={section}
      aria-labelledby={id}
      tabIndex={visit === null ? undefined : -1}
      className="flex flex-col gap-4 border-b px-4 py-6"
    >
      <div className="flex flex-col gap-1">
        <h2 ref={heading} id={id} tabIndex={heading ? -1 : undefined} className="font-bold text-large outline-none">
          {title}
        </h2>
        {text && <p className="text-muted">{text}</p>}
      </div>
      {children}
    </section>
  )
}
