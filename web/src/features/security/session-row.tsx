import { MonitorSmartphone } from 'lucide-react'
import type { Session } from '../../data/account/account.ts'
import { Button } from '../../ui/button/button.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { methodText } from './account-event-text.ts'

interface SessionRowProps {
  session: Session
  isEnding: boolean
  onEnd: () => void
}

/** How a session has begun that is no sign-in. */
const BEGUN: Partial<Record<Session['method'], string>> = { app: 'Allowed', token: 'Token made' }

export function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { device, method, scopes, website, current, createdAt, lastSeenAt } = session
  const name = device || 'Unknown device'
  return (
    <li className="flex items-center gap-3 border-b py-3 last:border-b-0">
      <MonitorSmartphone size={22} className="shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{name}</p>
        <p className="text-meta text-muted">
          {BEGUN[method] ?? 'Signed in'} <RelativeTime time={createdAt} />
          {methodText(method)}
          {' · '}
          {current ? (
            'this session'
          ) : (
            <>
              last used <RelativeTime time={lastSeenAt} />
            </>
          )}
        </p>
        {scopes !== null && (
          <p className="text-meta text-muted [overflow-wrap:anywhere]">
            May use {scopes.replaceAll(' ', ', ')}
            {website && ` · ${website}`}
          </p>
        )}
      </div>
      {!current && (
        <Button variant="secondary" size="small" aria-label={`End session: ${name}`} loading={isEnding} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  )
}
