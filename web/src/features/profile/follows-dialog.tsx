import { useFollowers, useFollowing } from '../../data/people-lists.ts'
import { Dialog } from '../../ui/popup/dialog.tsx'
import { PeopleList } from '../follows/people-list.tsx'

interface ListProps {
  username: string
  onOpen: () => void
}

interface FollowsDialogProps {
  username: string
  side: 'following' | 'followers'
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
}

/** The members whom a member follows, or their followers. */
export function FollowsDialog({ username, side, open, onOpenChange, onClosed }: FollowsDialogProps) {
  const isFollowing = side === 'following'
  const List = isFollowing ? Following : Followers
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
      title={isFollowing ? 'Following' : 'Followers'}
      size="small"
    >
      <div className="md:min-h-80">
        <List username={username} onOpen={() => onOpenChange(false)} />
      </div>
    </Dialog>
  )
}

function Following({ username, onOpen }: ListProps) {
  return <PeopleList list={useFollowing(username)} emptyText="Not following anyone!" onOpen={onOpen} />
}

function Followers({ username, onOpen }: ListProps) {
  return <PeopleList list={useFollowers(username)} emptyText="No followers" onOpen={onOpen} />
}
