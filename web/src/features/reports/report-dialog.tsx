import { REPORT_MAX_LENGTH } from '@quack/contract/limits'
import { useId } from 'react'
import { messageOf } from '../../data/api/api-errors.ts'
import { useAbout } from '../../data/meta.ts'
import { sendReport, type TargetKind } from '../../data/reports.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import { Dialog } from '../../ui/popup/dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'

interface ReportDialogProps {
  kind: TargetKind
  id: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
}

/** Reports a member, post or comment by one of the installation's rules. */
export function ReportDialog({ kind, id, open, onOpenChange, onClosed }: ReportDialogProps) {
  const formId = useId()
  const about = useAbout()
  const { problems, isBusy, events } = useForm<{ rule: string; text: string }, 'rule' | 'text'>({
    read: (form) => readTexts(form, ['rule', 'text']),
    check: ({ rule, text }) => ({
      rule: rule === '' ? 'Choose a rule' : undefined,
      text: text.length > REPORT_MAX_LENGTH ? `At most ${REPORT_MAX_LENGTH} characters` : undefined,
    }),
    async send(report) {
      await sendReport({ kind, id, ...report })
      toast.success('Thank you. A moderator will look at it')
      onOpenChange(false)
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
      title={`Report ${kind === 'member' ? 'profile' : kind}`}
      size="small"
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={isBusy}>
            Report
          </Button>
        </div>
      }
    >
      {about.error && <ErrorState message={messageOf(about.error)} onRetry={() => void about.refetch()} />}
      {about.isPending && <Skeleton className="m-4 h-40" />}
      {about.data && (
        <form id={formId} noValidate className="flex flex-col gap-4 p-4" {...events}>
          <RadioGroup
            label="Which rule does it break?"
            name="rule"
            options={about.data.rules.map((rule) => ({ value: rule.id, label: rule.title, hint: rule.text }))}
            error={problems.rule}
          />
          <TextArea
            label="What should we know? (optional)"
            name="text"
            maxLength={REPORT_MAX_LENGTH}
            error={problems.text}
          />
          <FormError text={problems.form} />
        </form>
      )}
    </Dialog>
  )
}
