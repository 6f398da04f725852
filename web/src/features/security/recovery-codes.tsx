import { t } from '@lingui/core/macro'
import { Copy, Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSession } from '../../data/api/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { copyText } from './copy-text.ts'

interface RecoveryCodesProps {
  codes: readonly string[]
  onStored: () => void
}

/** The server has only hashes of these codes. They are shown until the member says that they are stored. */
export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  const username = useSession()?.username ?? ''
  const heading = useRef<HTMLHeadingElement>(null)
  // What had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])

  function download(): void {
    const title = t`Recovery codes for ${username} at ${{ host: location.host }}. Each works once.`
    const text = `${title}\n\n${codes.join('\n')}\n`
    saveFile(new Blob([text], { type: 'text/plain' }), `quack-recovery-codes-${username}.txt`)
  }

  return (
    <div className="flex flex-col gap-4 rounded-lg border border-edge p-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {t`Your recovery codes`}
      </h3>
      <p>
        {t`With one of them you can sign in without your authenticator app. Each works once. Store them where you find them without this device: they are not shown again.`}
      </p>
      <ul aria-label={t`Recovery codes`} className="grid gap-x-6 gap-y-1 font-mono text-meta sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="wrap-anywhere">
            <bdi dir="ltr">{code}</bdi>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => void copyText(codes.join('\n'), t`The codes are copied`)}>
          <Copy size={18} aria-hidden="true" />
          {t({ message: 'Copy', context: 'verb' })}
        </Button>
        <Button variant="secondary" onClick={download}>
          <Download size={18} aria-hidden="true" />
          {t({ message: 'Download', context: 'verb' })}
        </Button>
        <Button onClick={onStored}>{t({ message: 'I have stored them', comment: 'Recovery codes' })}</Button>
      </div>
    </div>
  )
}
