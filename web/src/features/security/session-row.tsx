import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MonitorSmartphone } from 'lucide-react'
import type { Session } from '../../data/account/account.ts'
import { Button } from '../../ui/button/button.tsx'
import { deviceName } from '../../ui/text/device-name.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'

interface SessionRowProps {
  session: Session
  isEnding: boolean
  onEnd: () => void
}

export function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { device, method, scopes, website, current, createdAt, lastSeenAt } = session
  const name = deviceName(device) || t`Unknown device`
  return (
    <li className="flex items-center gap-3 border-b py-3 last:border-b-0">
      <MonitorSmartphone size={22} className="shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <bdi className="block w-fit max-w-full truncate font-semibold">{name}</bdi>
        <p className="text-meta text-muted">
          <Beginning method={method} createdAt={createdAt} />
          {' · '}
          {current ? (
            t`this session`
          ) : (
            <Trans comment="A passkey or session">
              last used <RelativeTime time={lastSeenAt} />
            </Trans>
          )}
        </p>
        {scopes !== null && (
          <p className="text-meta text-muted [overflow-wrap:anywhere]">
            {t({
              message: `May use ${{ scopes: scopes.replaceAll(' ', ', ') }}`,
              comment: 'An app. What it may use is named by codes',
            })}
            {website && ` · ${website}`}
          </p>
        )}
      </div>
      {!current && (
        <Button
          variant="secondary"
          size="small"
          aria-label={t`End session: ${name}`}
          loading={isEnding}
          onClick={onEnd}
        >
          {t({ message: 'End', context: 'verb', comment: 'A session' })}
        </Button>
      )}
    </li>
  )
}

/** When and how a session has begun. */
function Beginning({ method, createdAt }: Pick<Session, 'method' | 'createdAt'>) {
  const when = <RelativeTime time={createdAt} />
  switch (method) {
    case 'password':
      return <Trans>Signed in {when} with the password</Trans>
    case 'password and code':
      return <Trans>Signed in {when} with the password and a code</Trans>
    case 'password and recovery code':
      return <Trans>Signed in {when} with the password and a recovery code</Trans>
    case 'passkey':
      return <Trans>Signed in {when} with a passkey</Trans>
    case 'app':
      return <Trans comment="An app that may act for the member">Allowed {when} as an app</Trans>
    case 'token':
      return <Trans comment="A token by which a script acts for the member">Token made {when} for a script</Trans>
    default:
      return <Trans>Signed in {when}</Trans>
  }
}
