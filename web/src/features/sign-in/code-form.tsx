import { msg, t } from '@lingui/core/macro'
import { useState } from 'react'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { translate } from '../../locale/messages.ts'
import { linkClass } from '../../ui/button/button-class.ts'
import { cx } from '../../ui/cx.ts'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'

interface CodeFormProps {
  /** Throws what `call` throws. */
  onSend: (code: string) => Promise<void>
  onBack: () => void
}

/** The second step of a log-in: a code of the authenticator app, or a recovery code. */
export function CodeForm({ onSend, onBack }: CodeFormProps) {
  const [kind, setKind] = useState<Kind>('app')
  const other = kind === 'app' ? 'recovery' : 'app'
  return (
    <>
      <Field key={kind} kind={kind} onSend={onSend} />
      <div className="mt-4 flex flex-wrap justify-between gap-x-4">
        <button type="button" className={cx('min-h-10', linkClass)} onClick={() => setKind(other)}>
          {translate(KINDS[other].link)}
        </button>
        <button type="button" className={cx('min-h-10', linkClass)} onClick={onBack}>
          {t`Back`}
        </button>
      </div>
    </>
  )
}

type Kind = keyof typeof KINDS

const KINDS = {
  app: {
    link: msg`Use the authenticator app`,
    label: msg({ message: 'Code', comment: 'Of an authenticator app.' }),
    hint: msg`The six digits that your authenticator app shows.`,
    input: {
      autoComplete: 'one-time-code',
      inputMode: 'numeric',
    },
  },
  recovery: {
    link: msg`Use a recovery code`,
    label: msg`Recovery code`,
    hint: msg`One of the ten that you stored. Each works once.`,
    input: {
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
    },
  },
} as const

function Field({ kind, onSend }: Pick<CodeFormProps, 'onSend'> & { kind: Kind }) {
  const form = useForm<{ code: string }, 'code'>({
    read: (element) => readTexts(element, ['code']),
    check: ({ code }) => ({ code: code.trim() === '' ? t`Enter a code` : undefined }),
    send: async ({ code }) => onSend(code),
    explain: (error) => ({ [isRefusal(error, 'codeWrong') ? 'code' : 'form']: messageOf(error) }),
  })
  const { label, hint, input } = KINDS[kind]
  return (
    <Form form={form} aria-label={t`Second factor`} action={t`Continue`} isWide>
      {/* It takes the focus from what it replaces. */}
      <TextField
        autoFocus
        name="code"
        required
        label={translate(label)}
        hint={translate(hint)}
        error={form.problems.code}
        {...input}
      />
    </Form>
  )
}
