import { t } from '@lingui/core/macro'
import { Copy } from 'lucide-react'
import encodeQR from 'qr'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { enableFactor, setUpFactor } from '../../data/security/ways-in.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { FormError } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import { copyText } from './copy-text.ts'

interface FactorSetUpProps {
  onEnabled: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

type Secret = Awaited<ReturnType<typeof setUpFactor>>

/** Shows a new secret, and asks for a code of it. Loaded on demand, for it draws the QR code. */
export function FactorSetUp({ onEnabled, onCancel }: FactorSetUpProps) {
  const [secret, setSecret] = useState<Secret | Error | null>(null)
  useEffect(() => {
    let isGone = false
    const take = (next: Secret | Error) => {
      if (!isGone) setSecret(next)
    }
    setUpFactor().then(take, take)
    return () => {
      isGone = true
    }
  }, [])
  const cancel = (
    <Button variant="secondary" onClick={onCancel}>
      {t`Cancel`}
    </Button>
  )
  if (secret === null) return <Skeleton className="h-72 w-full" />
  if (secret instanceof Error) {
    return (
      <>
        <ErrorState message={messageOf(secret)} />
        <div>{cancel}</div>
      </>
    )
  }
  return (
    <>
      <SecretView secret={secret} />
      <CodeForm onEnabled={onEnabled} cancel={cancel} />
    </>
  )
}

function SecretView({ secret: { secret, address } }: { secret: Secret }) {
  const start = useRef<HTMLParagraphElement>(null)
  // The button that had it is gone.
  useEffect(() => start.current?.focus(), [])
  const rows = encodeQR(address, 'raw', { border: 4 })
  return (
    <div className="flex flex-col gap-4">
      <p ref={start} tabIndex={-1} className="outline-none">
        {t`Scan this code with your authenticator app, or type the secret into it.`}
      </p>
      <div className="flex flex-wrap items-center gap-6">
        <svg
          role="img"
          aria-label={t`QR code of the secret`}
          viewBox={`0 0 ${rows.length} ${rows.length}`}
          shapeRendering="crispEdges"
          className="aspect-square w-48 max-w-full rounded-lg bg-code-paper fill-code-ink"
        >
          <path d={qrPath(rows)} />
        </svg>
        <div className="flex min-w-0 flex-1 basis-56 flex-col items-start gap-3">
          <p>
            <span className="block text-meta text-muted">{t({ message: 'Secret', context: 'noun' })}</span>
            <code dir="ltr" className="wrap-anywhere font-mono">
              {secret.replace(/.{4}(?=.)/g, '$& ')}
            </code>
          </p>
          <Button variant="secondary" size="small" onClick={() => void copyText(secret, t`The secret is copied`)}>
            <Copy size={16} aria-hidden="true" />
            {t`Copy secret`}
          </Button>
          <a href={address} className="font-semibold text-accent underline underline-offset-3 hover:no-underline">
            {t({ message: 'Open the app on this device', comment: 'The app that shows codes' })}
          </a>
        </div>
      </div>
    </div>
  )
}

interface CodeFormProps {
  onEnabled: FactorSetUpProps['onEnabled']
  cancel: ReactNode
}

function CodeForm({ onEnabled, cancel }: CodeFormProps) {
  const { problems, isBusy, events } = useForm<{ code: string }, 'code'>({
    read: (form) => readTexts(form, ['code']),
    check: ({ code }) => ({ code: code.trim() === '' ? t`Enter the code that the app shows` : undefined }),
    send: async ({ code }) => onEnabled(await enableFactor(code)),
    explain: (error) => ({ [isRefusal(error, 'codeInvalid') ? 'code' : 'form']: messageOf(error) }),
  })
  return (
    <form noValidate aria-label={t`Turn on the second factor`} className="flex max-w-100 flex-col gap-4" {...events}>
      <TextField
        label={t`Code that the app shows`}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={problems.code}
      />
      <FormError text={problems.form} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={isBusy}>
          {t({ message: 'Turn on', comment: 'The second factor' })}
        </Button>
        {cancel}
      </div>
    </form>
  )
}

/**
 * The dark squares of a QR code as the data of one SVG path: a rectangle for each run of them in a row. The unit is a
 * square.
 */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1]) return []
        const end = row.indexOf(false, x)
        const width = (end === -1 ? row.length : end) - x
        return `M${x} ${y}h${width}v1h-${width}z`
      }),
    )
    .join('')
}
