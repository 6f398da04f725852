import { useLikers } from '../../../data/members/people-lists.ts'
import { Dialog, type DialogState } from '../../../ui/popup/dialog.tsx'
import { PeopleList } from '../../follows/people-list.tsx'

interface LikedByDialogProps extends DialogState {
  postId: string
}

export function LikedByDialog({ postId, ...dialog }: LikedByDialogProps) {
  return (
    <Dialog {...dialog} title="Liked By" size="small">
      <Likers postId={postId} onOpen={() => dialog.onOpenChange(false)} />
    </Dialog>
  )
}

/** A component of its own, so that it mounts, and loads the list, each time the dialog opens. */
function Likers({ postId, onOpen }: { postId: string; onOpen: () => void }) {
  return <PeopleList list={useLikers(postId)} emptyText="No likes yet" onOpen={onOpen} />
}
