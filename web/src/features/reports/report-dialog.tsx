import { select, t } from '@lingui/core/macro'
import { REPORT_MAX_LENGTH } from '@quack/contract/rules/limits'
import { messageOf } from '../../data/api/api-errors.ts'
import { useAbout } from '../../data/installation/meta.ts'
import { sendReport, type TargetKind } from '../../data/moderation/reports.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import type { DialogState } from '../../ui/popup/dialog.tsx'
import { FormDialog } from '../../ui/popup/form-dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'

interface ReportDialogProps extends DialogState {
  kind: TargetKind
  id: string
}

/** Reports a member, post or comment by one of the installation's rules. */
export function ReportDialog({ kind, id, ...dialog }: ReportDialogProps) {
  const about = useAbout()
  const form = useForm<{ rule: string; text: string }, 'rule' | 'text'>({
    read: (element) => readTexts(element, ['rule', 'text']),
    check: ({ rule, text }) => ({
      rule: rule === '' ? t`Choose a rule` : undefined,
      text: text.length > REPORT_MAX_LENGTH ? t`At most ${{ max: REPORT_MAX_LENGTH }} characters` : undefined,
    }),
    async send(report) {
      await sendReport({ kind, id, ...report })
      toast.success(t`Thank you. A moderator will look at it`)
      dialog.onOpenChange(false)
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  const pending = about.error ? (
    <ErrorState message={messageOf(about.error)} onRetry={() => void about.refetch()} />
  ) : (
    <Skeleton className="m-4 h-40" />
  )
  return (
    <FormDialog
      {...dialog}
      title={select(kind, { member: 'Report profile', comment: 'Report comment', other: 'Report post' })}
      phone="screen"
      action={t({ message: 'Report', context: 'verb' })}
      form={form}
      pending={about.data ? null : pending}
    >
      <RadioGroup
        label={t`Which rule does it break?`}
        name="rule"
        options={(about.data?.rules ?? []).map((rule) => ({ value: rule.id, label: rule.title, hint: rule.text }))}
        error={form.problems.rule}
      />
      <TextArea
        label={t`What should we know? (optional)`}
        name="text"
        maxLength={REPORT_MAX_LENGTH}
        error={form.problems.text}
      />
    </FormDialog>
  )
}
