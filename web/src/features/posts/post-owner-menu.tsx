import { deletePost } from '../../data/post-writes.ts'
import type { LivePost } from '../../data/posts.ts'
import { useOnDemand } from '../../data/use-on-demand.ts'
import { focusMain } from '../../ui/main-region.ts'
import { toast } from '../../ui/toast.ts'
import { OwnerMenuButton } from './owner-menu-button.tsx'

interface PostOwnerMenuProps {
  post: LivePost
  onDeleted?: (() => void) | undefined
}

/** The menu for the author of a post. */
export function PostOwnerMenu({ post, onDeleted }: PostOwnerMenuProps) {
  const edit = useOnDemand(() => import('./edit-dialog.tsx'))
  const confirm = useOnDemand(() => import('./confirm-dialog.tsx'))
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
        onEdit={edit.open}
        onDelete={confirm.open}
      />
      {edit.module && <edit.module.EditDialog post={post} open={edit.isOpen} onOpenChange={edit.setOpen} />}
      {confirm.module && (
        <confirm.module.ConfirmDialog
          open={confirm.isOpen}
          onOpenChange={confirm.setOpen}
          title="Delete post?"
          text="It goes for good, with its comments and likes."
          action="Delete"
          onConfirm={remove}
        />
      )}
    </>
  )
}
