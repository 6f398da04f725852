import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { WhoMayComment, WhoMayQuote } from '@quack/contract'
import { messageOf } from '../../../data/api/api-errors.ts'
import type { PostBody } from '../../../data/offline/outbox-entry.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import { sendEdit, showEditedPost } from '../../../data/sending/post-sends.ts'
import { translate } from '../../../locale/messages.ts'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import type { DialogState } from '../../../ui/popup/dialog.tsx'
import { FormDialog } from '../../../ui/popup/form-dialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { commentRules, quoteRules } from '../composer/author-rules.ts'

/** What the author of a post allows some others. */
interface Audience<Value extends string> {
  title: MessageDescriptor
  text: MessageDescriptor
  /** What is chosen. */
  label: MessageDescriptor
  options: () => readonly { value: Value; label: string; hint?: string }[]
  /** Undefined for everyone. */
  of: (post: LivePost) => Value | undefined
  change: (value: Value) => PostBody
  done: MessageDescriptor
}

export const COMMENTERS: Audience<WhoMayComment> = {
  title: msg`Who can comment?`,
  text: msg`You can always comment on your own post. Comments that are there stay.`,
  label: msg`Who can comment on this post`,
  options: commentRules,
  of: (post) => post.whoMayComment,
  change: (whoMayComment) => ({ whoMayComment }),
  done: msg`Saved who can comment`,
}

export const QUOTERS: Audience<WhoMayQuote> = {
  title: msg`Who can quote?`,
  text: msg`You can always quote your own post. Quotes that are there stay. You can remove your post from each of them.`,
  label: msg`Who can quote this post`,
  options: quoteRules,
  of: (post) => post.whoMayQuote,
  change: (whoMayQuote) => ({ whoMayQuote }),
  done: msg`Saved who can quote`,
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
      return options().flatMap(({ value }) => (value === chosen ? [change(value)] : []))[0] ?? {}
    },
    async send(body) {
      showEditedPost(await sendEdit(post._id, body), post.content)
      toast.success(translate(done))
      dialog.onOpenChange(false)
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  return (
    <FormDialog {...dialog} title={translate(title)} action={t`Save`} form={form}>
      <p>{translate(text)}</p>
      <RadioGroup label={translate(label)} name="rule" options={options()} defaultValue={of(post) ?? 'everyone'} />
    </FormDialog>
  )
}
