import type { ReactNode } from 'react'
import { BrandMark } from '../brand-mark.tsx'

interface EmptyStateProps {
  text: string
  /** A link or button that helps. */
  action?: ReactNode
}

export function EmptyState({ text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-14 text-center">
      <BrandMark size={56} className="opacity-60 grayscale" />
      <p className="max-w-80 text-balance text-muted">{text}</p>
      {action}
    </div>
  )
}
