import { plural, t } from '@lingui/core/macro'
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

interface HiddenCountProps {
  count: number
  /** Whether nothing else is in the list. */
  isAlone: boolean
}

/** The end of a list from which entries are left out, because the viewer may not see them. */
export function HiddenCount({ count, isAlone }: HiddenCountProps) {
  if (count === 0) return null
  return (
    <p className="px-4 py-3 text-center text-meta text-muted">
      {isAlone
        ? t({
            message: plural(count, { one: '# hidden', other: '# hidden' }),
            comment: 'Members or comments at the end of a list',
          })
        : t({
            message: plural(count, { one: 'and # hidden', other: 'and # hidden' }),
            comment: 'Members or comments at the end of a list',
          })}
    </p>
  )
}
