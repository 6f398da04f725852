import type { WhoMayComment, WhoMayQuote } from '@quack/contract'
import { messageOf } from '../../../data/api/api-errors.ts'
import type { PostBody } from '../../../data/offline/outbox-entry.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import { sendEdit, showEditedPost } from '../../../data/sending/post-sends.ts'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import type { DialogState } from '../../../ui/popup/dialog.tsx'
import { FormDialog } from '../../../ui/popup/form-dialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { COMMENT_RULES, QUOTE_RULES } from '../composer/author-rules.ts'

/** What the author of a post allows some others. */
interface Audience<Value extends string> {
  title: string
  text: string
  /** What is chosen. */
  label: string
  options: readonly { value: Value; label: string; hint?: string }[]
  /** Undefined for everyone. */
  of: (post: LivePost) => Value | undefined
  change: (value: Value) => PostBody
  done: string
}

export const COMMENTERS: Audience<WhoMayComment> = {
  title: 'Who can comment?',
  text: 'You can always comment on your own post. Comments that are there stay.',
  label: 'Who can comment on this post',
  options: COMMENT_RULES,
  of: (post) => post.whoMayComment,
  change: (whoMayComment) => ({ whoMayComment }),
  done: 'Saved who can comment',
}

export const QUOTERS: Audience<WhoMayQuote> = {
  title: 'Who can quote?',
  text: 'You can always quote your own post. Quotes that are there stay. You can remove your post from each of them.',
  label: 'Who can quote this post',
  options: QUOTE_RULES,
  of: (post) => post.whoMayQuote,
  change: (whoMayQuote) => ({ whoMayQuote }),
  done: 'Saved who can quote',
}

interface AudienceDialogProps<Value extends string> extends DialogState {
  post: LivePost
  audience: Audience<Value>
}

/** Asks the author of a post what others may do with it. */
export function AudienceDialog<Value extends string>({ post, audience, ...dialog }: AudienceDialogProps<Value>) {
  const { title, text, label, options, of, change, done } = audience
  const form = useForm<PostBody, never>({
    read(fields) {
      const chosen = new FormData(fields).get('rule')
      return options.flatMap(({ value }) => (value === chosen ? [change(value)] : []))[0] ?? {}
    },
    async send(body) {
      showEditedPost(await sendEdit(post._id, body), post.content)
      toast.success(done)
      dialog.onOpenChange(false)
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  return (
    <FormDialog {...dialog} title={title} action="Save" form={form}>
      <p>{text}</p>
      <RadioGroup label={label} name="rule" options={options} defaultValue={of(post) ?? 'everyone'} />
    </FormDialog>
  )
}
