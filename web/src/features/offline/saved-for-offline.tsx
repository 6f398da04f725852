import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { succeeds } from '../../data/api/error-notifications.ts'
import { BUDGET, clearKept, measure } from '../../data/offline/room.ts'
import { intlLocale } from '../../locale/messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { toast } from '../../ui/toast/toast.ts'

const MEGABYTE = 1_000_000

/** How much this device keeps for reading, with a button that deletes it. */
export function SavedForOffline() {
  const [bytes, setBytes] = useState<number | null>()
  useEffect(() => {
    // Storage may be blocked.
    measure().then(setBytes, () => setBytes(null))
  }, [])

  async function clear(): Promise<void> {
    await clearKept()
    setBytes(0)
    toast.success(t`Nothing is saved for offline now`)
  }

  if (bytes === undefined) return <p className="text-muted">{t`Measuring …`}</p>
  if (bytes === null) return <p className="text-muted">{t`This browser does not let Quack save anything.`}</p>
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p>{t`${{ used: inMegabytes(bytes) }} of ${{ budget: inMegabytes(BUDGET) }} are used`}</p>
        <div className="flex max-w-80">
          <ProgressBar label={t`Used space`} percent={Math.min(100, Math.ceil((bytes / BUDGET) * 100))} />
        </div>
      </div>
      <Button variant="secondary" disabled={bytes === 0} onClick={() => void succeeds(clear)}>
        {t({ message: 'Clear', context: 'verb' })}
      </Button>
    </div>
  )
}

function inMegabytes(bytes: number): string {
  const amount = bytes / MEGABYTE
  const isSmall = amount > 0 && amount < 10
  const digits = isSmall ? 1 : 0
  return new Intl.NumberFormat(intlLocale(), {
    style: 'unit',
    unit: 'megabyte',
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(isSmall ? Math.max(amount, 0.1) : amount)
}
