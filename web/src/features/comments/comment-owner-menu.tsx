import { lazy, Suspense, useState } from 'react'
import { focusMain } from '../posts/focus-main.ts'
import { OwnerMenuButton } from '../posts/owner-menu-button.tsx'

const ConfirmDialog = lazy(async () => ({ default: (await import('../posts/confirm-dialog.tsx')).ConfirmDialog }))

interface CommentOwnerMenuProps {
  onEdit: () => void
  onDelete: () => Promise<void>
}

/** What its author may do with a comment. */
export function CommentOwnerMenu({ onEdit, onDelete }: CommentOwnerMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  return (
    <>
      <OwnerMenuButton
        label="Comment options"
        editLabel="Edit"
        deleteLabel="Delete"
        onEdit={onEdit}
        onDelete={() => {
          setOpen(true)
          setWasOpen(true)
        }}
      />
      {wasOpen && (
        <Suspense>
          <ConfirmDialog
            open={isOpen}
            onOpenChange={setOpen}
            title="Delete comment?"
            text="It goes for good."
            action="Delete"
            onConfirm={async () => {
              await onDelete()
              focusMain()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
