import { succeeds } from '../../../data/api/error-notifications.ts'
import { useOnDemand } from '../../../data/code/use-on-demand.ts'
import { deletePost } from '../../../data/post-writes.ts'
import type { LivePost } from '../../../data/posts.ts'
import { focusMain } from '../../../ui/main-region.ts'
import { loadOwnerMenu, OwnerMenuButton } from '../../../ui/popup/owner-menu-button.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { usePinItem } from './use-pin-item.tsx'

interface PostOwnerMenuProps {
  post: LivePost
  onDeleted?: (() => void) | undefined
}

/** The menu for the author of a post. */
export function PostOwnerMenu({ post, onDeleted }: PostOwnerMenuProps) {
  const edit = useOnDemand(() => import('../composer/edit-dialog.tsx'))
  const menu = useOnDemand(loadOwnerMenu)
  const pin = usePinItem(post, menu.module !== null)
  const confirm = useOnDemand(() => import('../../../ui/popup/confirm-dialog.tsx'))
  async function remove() {
    await deletePost(post._id)
    toast.success('Post deleted')
    focusMain()
    onDeleted?.()
  }
  return (
    <>
      <OwnerMenuButton
        popup={menu}
        label="Post options"
        editLabel="Edit Post"
        deleteLabel="Delete Post"
        onEdit={edit.open}
        onDelete={confirm.open}
        more={pin}
      />
      {edit.module && <edit.module.EditDialog post={post} open={edit.isOpen} onOpenChange={edit.setOpen} />}
      {confirm.module && (
        <confirm.module.ConfirmDialog
          open={confirm.isOpen}
          onOpenChange={confirm.setOpen}
          title="Delete post?"
          text="It goes for good, with its comments and likes."
          action="Delete"
          onConfirm={() => succeeds(remove)}
        />
      )}
    </>
  )
}
