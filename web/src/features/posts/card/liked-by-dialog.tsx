import { useLikers } from '../../../data/members/people-lists.ts'
import { Dialog } from '../../../ui/popup/dialog.tsx'
import { PeopleList } from '../../follows/people-list.tsx'

interface LikedByDialogProps {
  postId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function LikedByDialog({ postId, open, onOpenChange }: LikedByDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Liked By" size="small">
      <Likers postId={postId} onOpen={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** A component of its own, so that it mounts, and loads the list, each time the dialog opens. */
function Likers({ postId, onOpen }: { postId: string; onOpen: () => void }) {
  return <PeopleList list={useLikers(postId)} emptyText="No likes yet" onOpen={onOpen} />
}
