import { plural, t } from '@lingui/core/macro'
import { useRef } from 'react'
import { succeeds } from '../../data/api/error-notifications.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { useDraftCount } from '../../data/drafts/drafts.ts'
import { useEntries } from '../../data/outbox/screens.ts'
import { deleteUnsent } from '../../data/sending/run-outbox.ts'
import { Button } from '../../ui/button/button.tsx'
import { toast } from '../../ui/toast/toast.ts'

/** What this device keeps of the member that was not sent, with a button that deletes it after a confirmation. */
export function UnsentOnDevice() {
  const drafts = useDraftCount()
  const waiting = useEntries().length
  const confirm = useOnDemand(() => import('../../ui/popup/confirm-dialog.tsx'))
  const amount = useRef<HTMLParagraphElement>(null)
  const isNothing = drafts + waiting === 0

  async function remove(): Promise<void> {
    await deleteUnsent()
    toast.success(t`Deleted from this device`)
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p ref={amount} tabIndex={-1} className="outline-none">
        {isNothing ? t`Nothing is kept` : nameUnsent({ drafts, waiting })}
      </p>
      <Button variant="secondary" disabled={isNothing} onPointerEnter={confirm.prepare} onClick={confirm.open}>
        {t`Delete all`}
      </Button>
      {confirm.module && (
        <confirm.module.ConfirmDialog
          {...confirm.props}
          title={t`Delete what was not sent?`}
          text={t`Your drafts and unsent changes are deleted from this device. Nobody can bring them back.`}
          action={t`Delete`}
          onConfirm={() => succeeds(remove)}
          // The button is disabled then.
          finalFocus={() => (isNothing ? amount.current : true)}
        />
      )}
    </div>
  )
}

interface Unsent {
  drafts: number
  /** Entries of the outbox, and desired states. */
  waiting: number
}

/** '2 drafts', '1 unsent change', '2 drafts and 1 unsent change'. */
export function nameUnsent({ drafts, waiting }: Unsent): string {
  if (waiting === 0) return plural(drafts, { one: '# draft', other: '# drafts' })
  if (drafts === 0) return plural(waiting, { one: '# unsent change', other: '# unsent changes' })
  return t`${plural(drafts, { one: '# draft', other: '# drafts' })} and ${plural(waiting, {
    one: '# unsent change',
    other: '# unsent changes',
  })}`
}
