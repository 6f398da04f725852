import { t } from '@lingui/core/macro'
import { REPORT_MAX_LENGTH } from '@quack/contract/rules/limits'
import { isBlank } from '@quack/contract/rules/text'
import { messageOf } from '../../data/api/api-errors.ts'
import { Button } from '../../ui/button/button.tsx'
import { FormError } from '../../ui/form/form.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'

/** Appeals against a decision. */
export function AppealForm({ onSend }: { onSend: (text: string) => Promise<void> }) {
  const { problems, isBusy, events } = useForm<{ text: string }, 'text'>({
    read: (form) => readTexts(form, ['text']),
    check: ({ text }) => ({ text: isBlank(text) ? t`Write something` : undefined }),
    send: ({ text }) => onSend(text),
    explain: (error) => ({ form: messageOf(error) }),
  })
  return (
    <form noValidate aria-label={t({ message: 'Appeal', context: 'noun' })} className="flex flex-col gap-3" {...events}>
      <TextArea
        label={t`Why should this be decided differently? You can appeal once.`}
        name="text"
        maxLength={REPORT_MAX_LENGTH}
        error={problems.text}
        required
      />
      <FormError text={problems.form} />
      <Button type="submit" variant="secondary" className="self-start" loading={isBusy}>
        {t`Send appeal`}
      </Button>
    </form>
  )
}
