import { t } from '@lingui/core/macro'
import { succeeds } from '../../data/api/error-notifications.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import type { Written } from '../../data/sending/writes.ts'
import { focusMain } from '../../ui/focus.ts'
import { OptionsButton, type PopupCode } from '../../ui/popup/lazy-popup.tsx'
import type { OwnerMenuProps } from '../../ui/popup/owner-menu.tsx'

export const loadOwnerMenu = () => import('../../ui/popup/owner-menu.tsx')

interface AuthorMenuProps extends Omit<OwnerMenuProps, 'trigger' | 'onDelete'> {
  /** The accessible name of the button. */
  label: string
  /** The code of `loadOwnerMenu`. */
  popup: PopupCode<Awaited<ReturnType<typeof loadOwnerMenu>>>
  /** What the confirmation of the deletion asks and says. */
  question: string
  consequence: string
  onDelete: () => Promise<Written>
  onDeleted?: () => void
}

/** The menu for the author of a post or comment. Deleting needs a confirmation. */
export function AuthorMenu(props: AuthorMenuProps) {
  const { label, popup, question, consequence, onDelete, onDeleted, ...menu } = props

  const confirm = useOnDemand(() => import('../../ui/popup/confirm-dialog.tsx'))
  async function remove() {
    const written = await onDelete()
    // The button that had the focus is gone.
    focusMain()
    if (written === 'sent') onDeleted?.()
  }
  return (
    <>
      <OptionsButton label={label} popup={popup}>
        {({ OwnerMenu }, trigger) => <OwnerMenu trigger={trigger} {...menu} onDelete={confirm.open} />}
      </OptionsButton>
      {confirm.module && (
        <confirm.module.ConfirmDialog
          {...confirm.props}
          title={question}
          text={consequence}
          action={t`Delete`}
          onConfirm={() => succeeds(remove)}
        />
      )}
    </>
  )
}
