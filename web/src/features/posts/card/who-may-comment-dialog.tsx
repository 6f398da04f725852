import type { WhoMayComment } from '@quack/contract'
import { useId } from 'react'
import { messageOf } from '../../../data/api/api-errors.ts'
import { editPost } from '../../../data/post-writes.ts'
import type { LivePost } from '../../../data/posts.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Dialog } from '../../../ui/popup/dialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'

interface WhoMayCommentDialogProps {
  post: LivePost
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
}

const RULES: readonly { value: WhoMayComment; label: string; hint?: string }[] = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'followed', label: 'People I follow' },
  { value: 'mentioned', label: 'People I mention', hint: 'With @username in the text of the post' },
  { value: 'nobody', label: 'Nobody' },
]

/** Asks the author of a post who may comment on it. */
export function WhoMayCommentDialog({ post, open, onOpenChange, onClosed }: WhoMayCommentDialogProps) {
  const id = useId()
  const { problems, isBusy, events } = useForm<WhoMayComment, never>({
    read: readRule,
    check: () => ({}),
    async send(whoMayComment) {
      await editPost(post._id, { whoMayComment })
      toast.success('Saved who can comment')
      onOpenChange(false)
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
      title="Who can comment?"
      size="small"
      phone="sheet"
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={id} loading={isBusy}>
            Save
          </Button>
        </div>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-3 p-4" {...events}>
        <p>You can always comment on your own post. Comments that are there stay.</p>
        <RadioGroup
          label="Who can comment on this post"
          name="rule"
          options={RULES}
          defaultValue={post.whoMayComment ?? 'everyone'}
        />
        <FormError text={problems.form} />
      </form>
    </Dialog>
  )
}

function readRule(form: HTMLFormElement): WhoMayComment {
  const chosen = new FormData(form).get('rule')
  return RULES.find(({ value }) => value === chosen)?.value ?? 'everyone'
}
