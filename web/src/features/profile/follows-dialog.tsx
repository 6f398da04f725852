import { t } from '@lingui/core/macro'
import { useIsGuest } from '../../data/account/account.ts'
import type { ClosedToViewer } from '../../data/members/members.ts'
import { isViewer } from '../../data/members/people.ts'
import { useFollowers, useFollowing } from '../../data/members/people-lists.ts'
import { Dialog, type DialogState } from '../../ui/popup/dialog.tsx'
import { OwnFollowers } from '../follows/own-followers.tsx'
import { PeopleList } from '../follows/people-list.tsx'
import { ClosedNote } from './closed-note.tsx'

interface ListProps {
  username: string
  onOpen: () => void
}

interface FollowsDialogProps extends DialogState {
  username: string
  side: 'following' | 'followers'
  /** Why the viewer does not see the members, if so. */
  closure: ClosedToViewer | null
}

/** The members whom a member follows, or their followers. */
export function FollowsDialog({ username, side, closure, ...dialog }: FollowsDialogProps) {
  const isFollowing = side === 'following'
  // The shared guest cannot remove followers.
  const mayRemove = useIsGuest() === false && isViewer(username)
  const List = isFollowing ? Following : mayRemove ? OwnFollowers : Followers
  return (
    <Dialog
      {...dialog}
      title={isFollowing ? t({ message: 'Following', context: 'whom a member follows' }) : t`Followers`}
      size="small"
    >
      <div className="md:min-h-80">
        {closure ? (
          <ClosedNote closure={closure} />
        ) : (
          <List username={username} onOpen={() => dialog.onOpenChange(false)} />
        )}
      </div>
    </Dialog>
  )
}

function Following({ username, onOpen }: ListProps) {
  return <PeopleList list={useFollowing(username)} emptyText={t`Not following anyone!`} onOpen={onOpen} />
}

function Followers({ username, onOpen }: ListProps) {
  return <PeopleList list={useFollowers(username)} emptyText={t`No followers`} onOpen={onOpen} />
}
