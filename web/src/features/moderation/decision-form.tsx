import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { REPORT_MAX_LENGTH, WARNING_MAX_LENGTH } from '@quack/contract/rules/limits'
import { isBlank } from '@quack/contract/rules/text'
import { useState } from 'react'
import { messageOf } from '../../data/api/api-errors.ts'
import { succeeds } from '../../data/api/error-notifications.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { decide, type Report } from '../../data/moderation/moderation.ts'
import type { Action } from '../../data/moderation/reports.ts'
import { translate } from '../../locale/messages.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import { toast } from '../../ui/toast/toast.ts'

interface DecisionFormProps {
  reports: readonly Pick<Report, '_id' | 'kind'>[]
  onDone: () => void
}

type Kinds = readonly Report['kind'][]
function areAllPosts(kinds: Kinds): boolean {
  return kinds.every((kind) => kind === 'post')
}

/** The least harmful first. */
const ACTIONS: readonly {
  action: Action
  label: MessageDescriptor
  fits: (kinds: Kinds) => boolean
}[] = [
  {
    action: 'warn',
    label: msg({ message: 'Warn', comment: 'The member, as an action of a moderator' }),
    fits: () => true,
  },
  { action: 'addWarning', label: msg`Add a warning`, fits: areAllPosts },
  { action: 'hide', label: msg`Hide the post`, fits: areAllPosts },
  { action: 'limit', label: msg`Limit to followers`, fits: () => true },
  { action: 'suspend', label: msg`Suspend the member`, fits: () => true },
  { action: 'delete', label: msg`Delete for ever`, fits: () => true },
]

interface Values {
  actions: Action[]
  message: string
  warning: string
  days: string
}

function read(form: HTMLFormElement): Values {
  const data = new FormData(form)
  const actions = ACTIONS.map(({ action }) => action).filter((action) => data.has(action))
  return { actions, ...readTexts(form, ['message', 'warning', 'days']) }
}

/** Decides about reports. Without an action, they are only closed. */
export function DecisionForm({ reports, onDone }: DecisionFormProps) {
  const kinds = reports.map(({ kind }) => kind)
  const confirm = useOnDemand(() => import('../../ui/popup/confirm-dialog.tsx'))
  const [asked, setAsked] = useState<Values | null>(null)
  async function take({ actions, message, warning, days }: Values) {
    await decide({
      reports: reports.map(({ _id }) => _id),
      actions: actions.length > 0 ? actions : ['none'],
      message,
      ...(warning === '' ? {} : { warning }),
      ...(days === '' ? {} : { suspendDays: Number(days) }),
    })
    toast.success(t({ message: 'Decided', comment: 'About reports, by a moderator' }))
    onDone()
  }
  const form = useForm<Values, 'message' | 'warning' | 'days'>({
    read,
    check: ({ actions, message, warning, days }) => ({
      warning: actions.includes('addWarning') && isBlank(warning) ? t`Write the warning` : undefined,
      days: days !== '' && !/^[1-9]\d{0,3}$/.test(days) ? t`A number of days, or nothing` : undefined,
      message: actions.length > 0 && isBlank(message) ? t`Tell the member why` : undefined,
    }),
    async send(values) {
      if (!values.actions.includes('delete')) return take(values)
      setAsked(values)
      confirm.open()
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  return (
    <Form
      form={form}
      aria-label={t`Decision`}
      action={t({ message: 'Decide', comment: 'About reports, as a moderator' })}
    >
      <fieldset className="grid gap-x-4 sm:grid-cols-2">
        <legend className="mb-1 font-medium text-meta">{t`Actions; without one, the report is closed`}</legend>
        {ACTIONS.filter(({ fits }) => fits(kinds)).map(({ action, label }) => (
          <Checkbox key={action} name={action} label={translate(label)} />
        ))}
      </fieldset>
      {areAllPosts(kinds) && (
        <TextField
          label={t({ message: 'Warning', comment: 'A line that covers a post until it is opened' })}
          hint={t`One line that covers the post until it is opened`}
          name="warning"
          maxLength={WARNING_MAX_LENGTH}
          error={form.problems.warning}
        />
      )}
      <TextField
        label={t`Days of a suspension`}
        hint={t`Empty: until somebody ends it`}
        name="days"
        inputMode="numeric"
        className="max-w-40"
        error={form.problems.days}
      />
      <TextArea
        label={t`Message to the member`}
        name="message"
        maxLength={REPORT_MAX_LENGTH}
        error={form.problems.message}
      />
      {confirm.module && (
        <confirm.module.ConfirmDialog
          {...confirm.props}
          title={t`Delete what was reported?`}
          text={t`It goes for good. An appeal cannot bring it back.`}
          action={t`Delete`}
          onConfirm={async () => asked !== null && succeeds(() => take(asked))}
        />
      )}
    </Form>
  )
}
