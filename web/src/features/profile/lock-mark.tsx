import { Lock } from 'lucide-react'
import type { Closure } from '../../data/members/closed-profile.ts'

const LABELS = { private: 'Private account', limited: 'Limited to followers' } as const

/** The lock beside the name of a member whose posts are for followers. */
export function LockMark({ closure }: { closure: Closure }) {
  const label = LABELS[closure]
  return (
    <span className="whitespace-nowrap align-[-0.1em]" data-tooltip={label}>
      {'\u00a0'}
      <Lock size={17} strokeWidth={2.5} role="img" aria-label={label} className="inline align-baseline text-muted" />
    </span>
  )
}
