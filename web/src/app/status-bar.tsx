import { t } from '@lingui/core/macro'
import { CloudOff, RefreshCw } from 'lucide-react'
import { type Connection, useConnection } from '../data/api/connection.ts'
import { useIsOutdated } from '../data/code/load-code.ts'
import { useOutboxScreens } from '../data/outbox/screens.ts'
import { Button } from '../ui/button/button.tsx'

function textOf(connection: Connection): string {
  if (connection === 'offline') return t`You are offline. You can read on; what you write is kept.`
  return connection === 'away' ? t`Quack cannot be reached. Trying again …` : ''
}

/** Shows a lost connection or an outdated client. The live region is always rendered, so that its text is announced. */
export function StatusBar() {
  const text = textOf(useConnection())
  const isOutdated = useIsOutdated()
  const outbox = useOutboxScreens()
  return (
    <div role="status" className="max-md:me-18 empty:hidden">
      {outbox && <outbox.OutboxBar />}
      {(text || isOutdated) && (
        <div className="pointer-events-auto flex animate-rise items-center gap-3 rounded-xl border bg-raised px-4 py-2.5 text-ink text-meta shadow-float">
          {text ? (
            <CloudOff size={18} className="shrink-0 text-muted" aria-hidden="true" />
          ) : (
            <RefreshCw size={18} className="shrink-0 text-muted" aria-hidden="true" />
          )}
          <p>{text || t`Quack was updated.`}</p>
          {text && outbox && <outbox.OutboxLink />}
          {!text && (
            <Button size="small" variant="secondary" onClick={() => window.location.reload()}>
              {t`Reload`}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
