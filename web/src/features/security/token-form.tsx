import { t } from '@lingui/core/macro'
import { TOKEN_NAME_MAX_LENGTH } from '@quack/contract/rules/limits'
import { isBlank } from '@quack/contract/rules/text'
import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../data/api/api-errors.ts'
import { makeToken, type TokenScopes } from '../../data/security/ways-in.ts'
import { Button } from '../../ui/button/button.tsx'
import { FormError } from '../../ui/form/form.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import { copyText } from './copy-text.ts'

const listScopes = (): { value: TokenScopes; label: string; hint: string }[] => [
  { value: 'read', label: t({ message: 'Read', context: 'what a token may do' }), hint: t`What you can read.` },
  {
    value: 'read write',
    label: t({ message: 'Read and write', comment: 'What a token may do' }),
    hint: t({ message: 'It also writes, reacts, follows and deletes in your name.', comment: 'A script' }),
  },
  {
    value: 'read write follow push',
    label: t({ message: 'Read, write and push messages', comment: 'What a token may do' }),
    hint: t({ message: 'It is also sent your notifications.', comment: 'A script' }),
  },
]

/** Asks for what is needed to make a token, and shows it. Loaded on demand. */
export function TokenForm({ onEnd }: { onEnd: () => void }) {
  /** Only this has it. */
  const [token, setToken] = useState<string | null>(null)
  return token === null ? <NewToken onMade={setToken} onEnd={onEnd} /> : <MadeToken token={token} onEnd={onEnd} />
}

function NewToken({ onMade, onEnd }: { onMade: (token: string) => void; onEnd: () => void }) {
  const { problems, isBusy, events } = useForm<Record<'name' | 'scopes', string>, 'name'>({
    read: (form) => readTexts(form, ['name', 'scopes']),
    check: ({ name }) => ({ name: isBlank(name) ? t`Enter a name` : undefined }),
    send: async ({ name, scopes }) => onMade(await makeToken(name, scopes as TokenScopes)),
    explain: (error) => ({ form: messageOf(error) }),
  })
  const form = useRef<HTMLFormElement>(null)
  // The button that had it is gone.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <form ref={form} noValidate aria-label={t`Make a token`} className="flex max-w-100 flex-col gap-4" {...events}>
      <TextField
        label={t({ message: 'Name', comment: 'Of a script' })}
        hint={t`What the script is, so that you know it among your sessions.`}
        name="name"
        autoComplete="off"
        required
        maxLength={TOKEN_NAME_MAX_LENGTH}
        error={problems.name}
      />
      <RadioGroup
        label={t({ message: 'What it may do', comment: 'A script' })}
        name="scopes"
        options={listScopes()}
        defaultValue="read"
      />
      <FormError text={problems.form} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={isBusy}>
          {t({ message: 'Make', comment: 'A token' })}
        </Button>
        <Button variant="secondary" onClick={onEnd}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  )
}

function MadeToken({ token, onEnd }: { token: string; onEnd: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // What had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-edge p-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {t`Your token`}
      </h3>
      <p>{t`Copy it into your script now: it is not shown again. Whoever has it can act as you.`}</p>
      <code className="wrap-anywhere select-all font-mono">{token}</code>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => void copyText(token, t`The token is copied`)}>
          <Copy size={18} aria-hidden="true" />
          {t({ message: 'Copy', context: 'verb' })}
        </Button>
        <Button onClick={onEnd}>{t({ message: 'I have stored it', comment: 'A token' })}</Button>
      </div>
    </div>
  )
}
