import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface CardNoteProps {
  icon: LucideIcon
  children: ReactNode
}

/** The line above a post that says why it is where it is. */
export function CardNote({ icon: Icon, children }: CardNoteProps) {
  return (
    <p className="mb-1 flex items-center gap-3 text-meta text-muted">
      <span className="flex w-10 shrink-0 justify-end">
        <Icon size={14} aria-hidden="true" />
      </span>
      {children}
    </p>
  )
}
