import type { WhoMayComment } from '@quack/contract'
import { messageOf } from '../../../data/api/api-errors.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import { sendEdit, showEditedPost } from '../../../data/sending/post-sends.ts'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import type { DialogState } from '../../../ui/popup/dialog.tsx'
import { FormDialog } from '../../../ui/popup/form-dialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { COMMENT_RULES } from '../composer/comment-rules.ts'

interface WhoMayCommentDialogProps extends DialogState {
  post: LivePost
}

/** Asks the author of a post who may comment on it. */
export function WhoMayCommentDialog({ post, ...dialog }: WhoMayCommentDialogProps) {
  const form = useForm<WhoMayComment, never>({
    read: readRule,
    async send(whoMayComment) {
      showEditedPost(await sendEdit(post._id, { whoMayComment }), post.content)
      toast.success('Saved who can comment')
      dialog.onOpenChange(false)
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  return (
    <FormDialog {...dialog} title="Who can comment?" action="Save" form={form}>
      <p>You can always comment on your own post. Comments that are there stay.</p>
      <RadioGroup
        label="Who can comment on this post"
        name="rule"
        options={COMMENT_RULES}
        defaultValue={post.whoMayComment ?? 'everyone'}
      />
    </FormDialog>
  )
}

function readRule(form: HTMLFormElement): WhoMayComment {
  const chosen = new FormData(form).get('rule')
  return COMMENT_RULES.find(({ value }) => value === chosen)?.value ?? 'everyone'
}
