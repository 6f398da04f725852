import { t } from '@lingui/core/macro'
import { EyeOff } from 'lucide-react'
import { Button } from '../../ui/button/button.tsx'
import { keyed } from '../../ui/keys.ts'

/**
 * Stands where a comment is in the thread whose author and the viewer do not see each other; or while answers stand
 * below, one that is gone.
 */
export function HiddenComment({ isGone }: { isGone: boolean }) {
  return (
    <p className="flex items-center gap-3 py-2 text-meta text-muted">
      <span className="grid w-8 shrink-0 place-items-center">
        <EyeOff size={16} aria-hidden="true" />
      </span>
      {isGone ? t`This comment is gone` : t`A comment by a member whom you do not see`}
    </p>
  )
}

interface CollapsedCommentProps {
  /** The accessible name. */
  label: string
  onShow: () => void
}

/** Stands for a comment that the author of the post has hidden. */
export function CollapsedComment({ label, onShow }: CollapsedCommentProps) {
  return (
    <article aria-label={label} className="flex items-center gap-3 py-1 text-meta text-muted">
      <span className="grid w-8 shrink-0 place-items-center">
        <EyeOff size={16} aria-hidden="true" />
      </span>
      <p className="min-w-0 flex-1">{t`Hidden by the author`}</p>
      <Button variant="ghost" size="small" {...keyed('x')} onClick={onShow}>
        {t`Show`}
      </Button>
    </article>
  )
}
