import { t } from '@lingui/core/macro'
import { Button } from '../button/button.tsx'

interface ErrorStateProps {
  /** What happened and, if not obvious, what to do. */
  message: string
  onRetry?: (() => void) | undefined
  retryLabel?: string
}

export function ErrorState({ message, onRetry, retryLabel = t`Retry` }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-6 py-14 text-center">
      <p className="max-w-80 text-balance">{message}</p>
      {onRetry && (
        <Button variant="secondary" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}
