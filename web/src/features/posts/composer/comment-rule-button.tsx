import { t } from '@lingui/core/macro'
import type { WhoMayComment } from '@quack/contract'
import { MessageCircleMore } from 'lucide-react'
import { useOnDemand } from '../../../data/code/use-on-demand.ts'
import { LazyPopup } from '../../../ui/popup/lazy-popup.tsx'
import { commentRules } from './author-rules.ts'

interface CommentRuleButtonProps {
  rule: WhoMayComment
  disabled: boolean
  onChange: (rule: WhoMayComment) => void
}

/** Opens the choice of who may comment on a new post. If that is not everyone, the button shows it. */
export function CommentRuleButton({ rule, disabled, onChange }: CommentRuleButtonProps) {
  const popup = useOnDemand(() => import('../../../ui/popup/select-menu.tsx'))
  const options = commentRules()
  const chosen = options.find(({ value }) => value === rule)?.short ?? ''
  const label = t`Who can comment: ${chosen}`
  const button = (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      disabled={disabled}
      className="flex min-h-10 min-w-10 items-center justify-center gap-1.5 rounded-full px-2.5 font-semibold text-accent text-meta transition-colors hover:bg-hover disabled:cursor-not-allowed disabled:opacity-50"
    >
      <MessageCircleMore size={20} className="shrink-0" aria-hidden="true" />
      {rule !== 'everyone' && chosen}
    </button>
  )
  return (
    <LazyPopup popup={popup} kind="menu" trigger={button}>
      {({ SelectMenu }, trigger) => (
        <SelectMenu
          trigger={trigger}
          label={t`Who can comment`}
          align="start"
          value={rule}
          options={options}
          onChange={onChange}
        />
      )}
    </LazyPopup>
  )
}
