import { t } from '@lingui/core/macro'
import { succeeds } from '../../../data/api/error-notifications.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import { withdrawQuote } from '../../../data/posts/quotes.ts'
import { ConfirmDialog } from '../../../ui/popup/confirm-dialog.tsx'
import type { DialogState } from '../../../ui/popup/dialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'

interface WithdrawDialogProps extends DialogState {
  /** The post that quotes one of the viewer's. */
  post: LivePost
}

/** Asks whether the viewer's post is taken out of one that quotes it. */
export function WithdrawDialog({ post, ...dialog }: WithdrawDialogProps) {
  const quoted = post.quote?.post?._id
  async function withdraw() {
    if (quoted === undefined) return
    await withdrawQuote(quoted, post._id)
    toast.success(t`Your post was removed from this quote`)
  }
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Remove your post?`}
      text={t`This quote stays, without your post. You cannot undo that.`}
      action={t({ message: 'Remove', context: 'from a quote' })}
      onConfirm={() => succeeds(withdraw)}
    />
  )
}
