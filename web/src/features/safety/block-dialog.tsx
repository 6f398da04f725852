import { t } from '@lingui/core/macro'
import { succeeds } from '../../data/api/error-notifications.ts'
import { blockMember } from '../../data/safety/blocks.ts'
import { focusMain } from '../../ui/focus.ts'
import { ConfirmDialog } from '../../ui/popup/confirm-dialog.tsx'
import type { DialogState } from '../../ui/popup/dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'

interface BlockDialogProps extends DialogState {
  username: string
}

/** Tells the effects of a block, and asks for confirmation. */
export function BlockDialog({ username, ...dialog }: BlockDialogProps) {
  async function block() {
    await blockMember(username)
    toast.success(t`You blocked @${username}`)
    // The button that opened the dialog has left the page.
    focusMain()
  }
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Block @${username}?`}
      text={
        <ul className="wrap-anywhere flex list-disc flex-col gap-2 ps-5">
          <li>{t`You no longer follow each other. An unblock does not change that.`}</li>
          <li>{t`Neither of you sees the other’s posts, comments, profile or name.`}</li>
          <li>{t`Their comments under your posts disappear for everyone, and return if you unblock them.`}</li>
          <li>{t`They are not told. They may notice that they no longer find you.`}</li>
          <li>{t`Signed-out visitors can still read public posts: they too, when they are signed out.`}</li>
        </ul>
      }
      action={t({ message: 'Block', context: 'verb' })}
      onConfirm={() => succeeds(block)}
    />
  )
}
