import { t } from '@lingui/core/macro'
import type { NotificationKind } from '@quack/contract'
import { translate } from '../../locale/messages.ts'
import { cx } from '../../ui/cx.ts'
import { KIND_NAMES, KINDS } from './kinds.ts'

interface KindFilterProps {
  /** Null for all. */
  value: NotificationKind | null
  onChange: (kind: NotificationKind | null) => void
}

/** Quiet tabs, in one row that scrolls sideways on a phone. */
export function KindFilter({ value, onChange }: KindFilterProps) {
  return (
    <fieldset
      aria-label={t({ message: 'Show', comment: 'A verb: which notifications to show.' })}
      className="flex min-w-0 overflow-x-auto border-b px-1 [scrollbar-width:none]"
    >
      {[null, ...KIND_NAMES].map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === value}
          onClick={({ currentTarget }) => {
            currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
            onChange(kind)
          }}
          className={cx(
            'min-h-11 flex-1 whitespace-nowrap border-b-2 px-2 text-meta -outline-offset-2 transition-colors',
            kind === value
              ? 'border-accent font-semibold'
              : 'border-transparent text-muted hover:bg-hover hover:text-ink',
          )}
        >
          {kind ? translate(KINDS[kind].name) : t({ message: 'All', context: 'notifications' })}
        </button>
      ))}
    </fieldset>
  )
}
