import { t } from '@lingui/core/macro'
import { EyeOff } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'
import { keyed } from '../../../ui/keys.ts'

/** What few posts have: one chunk, which is loaded with the first of them. */

export { AltReminder } from './alt-reminder.tsx'
export { Covered } from './cover.tsx'
export { PostPoll } from './post-poll.tsx'

interface CollapsedPostProps {
  mutedWord: string
  onShow: () => void
}

/** Stands for a post with a word that the viewer has muted. */
export function CollapsedPost({ mutedWord, onShow }: CollapsedPostProps) {
  return (
    <div className="flex items-center gap-3 px-4 py-1.5 text-meta text-muted">
      <span className="flex w-10 shrink-0 justify-end">
        <EyeOff size={16} aria-hidden="true" />
      </span>
      <p className="wrap-anywhere min-w-0 flex-1">{t`You muted “${mutedWord}”`}</p>
      <Button variant="ghost" size="small" {...keyed('x')} onClick={onShow}>
        {t`Show`}
      </Button>
    </div>
  )
}
