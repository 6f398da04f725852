import { t } from '@lingui/core/macro'
import type { SignUpMode } from '@quack/contract'
import { messageOf } from '../../data/api/api-errors.ts'
import { useMeta } from '../../data/installation/meta.ts'
import { editInstallation } from '../../data/moderation/moderation.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Form } from '../../ui/form/form.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import { toast } from '../../ui/toast/toast.ts'

const listModes = (): { value: SignUpMode; label: string; hint?: string }[] => [
  { value: 'open', label: t({ message: 'Everybody', comment: 'May sign up' }) },
  { value: 'approval', label: t`Those whom you approve`, hint: t`They answer a question, and wait.` },
  { value: 'invitation', label: t`Those with an invitation` },
  { value: 'closed', label: t({ message: 'Nobody', comment: 'May sign up' }) },
]

export function SignUpModeForm() {
  const meta = useMeta()
  const form = useForm<{ mode: string; question: string }, never>({
    read: (element) => readTexts(element, ['mode', 'question']),
    async send({ mode, question }) {
      await editInstallation({ signUp: { mode: mode as SignUpMode, question: question.trim() } })
      toast.success(t`Saved`)
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  if (!meta.data) return <Skeleton className="h-40" />
  const { mode, question } = meta.data.signUp
  return (
    <Form form={form} aria-label={t`Who may sign up`} action={t`Save`}>
      <RadioGroup label={t`Who may sign up`} name="mode" options={listModes()} defaultValue={mode} />
      <TextField
        label={t`Question for those whom you approve`}
        name="question"
        maxLength={300}
        defaultValue={question}
      />
    </Form>
  )
}
