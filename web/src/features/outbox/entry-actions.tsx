import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { useAction } from '../../data/api/error-notifications.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { isTap, type OutboxEntry, type WritingKind } from '../../data/offline/outbox-entry.ts'
import { holdEntry, removeEntry, retryEntry } from '../../data/sending/run-outbox.ts'
import { sendOf } from '../../data/sending/sends.ts'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { focusMain } from '../../ui/focus.ts'

const EDITABLE: ReadonlySet<string> = new Set<WritingKind>(['post', 'editPost', 'comment', 'editComment'])

/** What a member can do with an entry: compare, send again, edit, remove. */
export function EntryActions({ entry }: { entry: OutboxEntry }) {
  const editor = useOnDemand(() => import('./entry-editor.tsx'))
  const conflict = useOnDemand(() => import('./conflict-dialog.tsx'))
  const [isBusy, run] = useAction()
  const { id, state, isRemoved } = entry
  const isEditing = editor.props.open
  const writing = isTap(entry) ? null : entry
  const isEditable = writing !== null && EDITABLE.has(writing.kind)
  const isUndone = writing === null || sendOf(writing).undo === undefined

  useEffect(() => (isEditing ? holdEntry(id) : undefined), [isEditing, id])

  async function change(action: (entry: OutboxEntry) => Promise<boolean>) {
    // The button that had the focus may be gone.
    if (await run(() => action(entry))) focusMain()
  }
  if (isRemoved && state === 'waiting') return null
  return (
    // The text of a button without a border is in line with what is above it.
    <span className={cx('flex flex-wrap gap-1', state === 'waiting' && '-ms-4')}>
      {state === 'conflict' && (
        <Button variant="secondary" size="small" onClick={conflict.open}>
          {t`Compare`}
        </Button>
      )}
      {state === 'refused' && (
        <Button variant="secondary" size="small" loading={isBusy} onClick={() => void change(retryEntry)}>
          {t`Try again`}
        </Button>
      )}
      {isEditable && !isRemoved && state !== 'conflict' && (
        <Button variant="ghost" size="small" onClick={editor.open}>
          {t`Edit`}
        </Button>
      )}
      <Button variant="ghost" size="small" loading={isBusy} onClick={() => void change(removeEntry)}>
        {isUndone ? t`Undo` : t`Remove`}
      </Button>
      {writing && editor.shown && <editor.shown.EntryEditor entry={writing} {...editor.props} />}
      {writing && conflict.shown && <conflict.shown.ConflictDialog entry={writing} {...conflict.props} />}
    </span>
  )
}
