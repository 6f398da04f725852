import { useEffect, useState } from 'react'
import { succeeds } from '../../data/api/error-notifications.ts'
import { BUDGET, clearKept, measure } from '../../data/offline/room.ts'
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
    toast.success('Nothing is saved for offline now')
  }

  if (bytes === undefined) return <p className="text-muted">Measuring …</p>
  if (bytes === null) return <p className="text-muted">This browser does not let Quack save anything.</p>
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p>
          {inMegabytes(bytes)} of {inMegabytes(BUDGET)} are used
        </p>
        <div className="flex max-w-80">
          <ProgressBar label="Used space" percent={Math.min(100, Math.ceil((bytes / BUDGET) * 100))} />
        </div>
      </div>
      <Button variant="secondary" disabled={bytes === 0} onClick={() => void succeeds(clear)}>
        Clear
      </Button>
    </div>
  )
}

function inMegabytes(bytes: number): string {
  const amount = bytes / MEGABYTE
  return `${amount > 0 && amount < 10 ? Math.max(amount, 0.1).toFixed(1) : Math.round(amount)} MB`
}
