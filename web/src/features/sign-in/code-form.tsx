import { useState } from 'react'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
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
          {KINDS[other].link}
        </button>
        <button type="button" className={cx('min-h-10', linkClass)} onClick={onBack}>
          Back
        </button>
      </div>
    </>
  )
}

type Kind = keyof typeof KINDS

const KINDS = {
  app: {
    link: 'Use the authenticator app',
    field: {
      label: 'Code',
      hint: 'The six digits that your authenticator app shows.',
      autoComplete: 'one-time-code',
      inputMode: 'numeric',
    },
  },
  recovery: {
    link: 'Use a recovery code',
    field: {
      label: 'Recovery code',
      hint: 'One of the ten that you stored. Each works once.',
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
    },
  },
} as const

function Field({ kind, onSend }: Pick<CodeFormProps, 'onSend'> & { kind: Kind }) {
  const form = useForm<{ code: string }, 'code'>({
    read: (element) => readTexts(element, ['code']),
    check: ({ code }) => ({ code: code.trim() === '' ? 'Enter a code' : undefined }),
    send: async ({ code }) => onSend(code),
    explain: (error) => ({ [isRefusal(error, 'codeWrong') ? 'code' : 'form']: messageOf(error) }),
  })
  return (
    <Form form={form} aria-label="Second factor" action="Continue" isWide>
      {/* It takes the focus from what it replaces. */}
      <TextField autoFocus name="code" required error={form.problems.code} {...KINDS[kind].field} />
    </Form>
  )
}
