import { lazy, Suspense, useState } from 'react'
import { deletePost } from '../../data/post-writes.ts'
import type { LivePost } from '../../data/posts.ts'
import { toast } from '../../ui/toast.ts'
import { focusMain } from './focus-main.ts'
import { OwnerMenuButton } from './owner-menu-button.tsx'

const EditDialog = lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditDialog }))
const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

interface PostOwnerMenuProps {
  post: LivePost
  onDeleted?: (() => void) | undefined
}

/** What its author may do with a post. */
export function PostOwnerMenu({ post, onDeleted }: PostOwnerMenuProps) {
  const [shown, setShown] = useState<'edit' | 'delete' | null>(null)
  const [used, setUsed] = useState<{ edit?: true; delete?: true }>({})
  const show = (dialog: 'edit' | 'delete') => {
    setShown(dialog)
    setUsed((before) => ({ ...before, [dialog]: true }))
  }
  const close = (open: boolean) => {
    if (!open) setShown(null)
  }
  async function remove() {
    await deletePost(post._id)
    toast.success('Post deleted')
    focusMain()
    onDeleted?.()
  }
  return (
    <>
      <OwnerMenuButton
        label="Post options"
        editLabel="Edit Post"
        deleteLabel="Delete Post"
        onEdit={() => show('edit')}
        onDelete={() => show('delete')}
      />
      <Suspense>
        {used.edit && <EditDialog post={post} open={shown === 'edit'} onOpenChange={close} />}
        {used.delete && (
          <ConfirmDialog
            open={shown === 'delete'}
            onOpenChange={close}
            title="Delete post?"
            text="It goes for good, with its comments and likes."
            action="Delete"
            onConfirm={remove}
          />
        )}
      </Suspense>
    </>
  )
}
