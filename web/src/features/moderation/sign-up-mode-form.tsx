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

const MODES = [
  { value: 'open', label: 'Everybody' },
  { value: 'approval', label: 'Those whom you approve', hint: 'They answer a question, and wait.' },
  { value: 'invitation', label: 'Those with an invitation' },
  { value: 'closed', label: 'Nobody' },
] as const satisfies readonly { value: SignUpMode; label: string; hint?: string }[]

export function SignUpModeForm() {
  const meta = useMeta()
  const form = useForm<{ mode: string; question: string }, never>({
    read: (element) => readTexts(element, ['mode', 'question']),
    async send({ mode, question }) {
      await editInstallation({ signUp: { mode: mode as SignUpMode, question: question.trim() } })
      toast.success('Saved')
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  if (!meta.data) return <Skeleton className="h-40" />
  const { mode, question } = meta.data.signUp
  return (
    <Form form={form} aria-label="Who may sign up" action="Save">
      <RadioGroup label="Who may sign up" name="mode" options={MODES} defaultValue={mode} />
      <TextField label="Question for those whom you approve" name="question" maxLength={300} defaultValue={question} />
    </Form>
  )
}
