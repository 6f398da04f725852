import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CloudOff } from 'lucide-react'
import { useConnection } from '../../data/api/connection.ts'
import { Button } from '../../ui/button/button.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'

interface SavedAgeProps {
  /** When the server sent what is shown, in milliseconds. Nothing is rendered if it is undefined: it is no copy. */
  savedAt: number | undefined
  /** Fetches it again. */
  onRefresh?: () => void
  /** Whether it belongs to a part of the page, and not to all of it. */
  isPart?: boolean
}

/** Says that a list or page comes from this device, and how old it is. */
export function SavedAge({ savedAt, onRefresh, isPart = false }: SavedAgeProps) {
  const connection = useConnection()
  if (savedAt === undefined) return null
  return (
    <div
      className={
        isPart
          ? 'py-2 text-meta text-muted'
          : 'flex min-h-11 items-center gap-2 border-b px-4 py-1 text-meta text-muted'
      }
    >
      {!isPart && <CloudOff size={16} className="shrink-0" aria-hidden="true" />}
      <p>
        <Trans comment="When this device has kept what is shown, such as: Saved 5 minutes ago">
          Saved <RelativeTime time={new Date(savedAt).toISOString()} />
        </Trans>
      </p>
      {onRefresh && connection === 'online' && (
        <Button variant="secondary" size="small" className="ms-auto" onClick={onRefresh}>
          {t`Refresh`}
        </Button>
      )}
    </div>
  )
}
