import { t } from '@lingui/core/macro'
import { Eye, EyeOff } from 'lucide-react'
import { succeeds } from '../../data/api/error-notifications.ts'
import { hideComment, unhideComment } from '../../data/safety/hidden-comments.ts'
import { focusMain } from '../../ui/focus.ts'
import { MenuItem } from '../../ui/popup/menu.tsx'
import { toast } from '../../ui/toast/toast.ts'

/** A comment that the viewer can hide. */
export interface CommentHiding {
  postId: string
  isHidden: boolean
}

interface HideCommentItemProps extends CommentHiding {
  commentId: string
}

/** The menu's entry that hides a comment on an own post, or shows it again. */
export function HideCommentItem({ postId, commentId, isHidden }: HideCommentItemProps) {
  async function hide() {
    await hideComment(postId, commentId)
    toast.success(t`Comment hidden`, { label: t`Undo`, run: () => void succeeds(show) })
    // The button that had the focus is gone: the comment is collapsed.
    focusMain()
  }
  async function show() {
    await unhideComment(postId, commentId)
    toast.success(t`Everyone sees the comment again`)
  }
  return (
    <MenuItem icon={isHidden ? Eye : EyeOff} onSelect={() => void succeeds(isHidden ? show : hide)}>
      {isHidden ? t`Show comment to everyone` : t`Hide comment`}
    </MenuItem>
  )
}
