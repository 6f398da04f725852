import { plural, t } from '@lingui/core/macro'
import { Link } from 'react-router'
import { useLikers, useReposters } from '../../../data/members/people-lists.ts'
import { usePost } from '../../../data/posts/posts.ts'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button/button-class.ts'
import { Dialog, type DialogState } from '../../../ui/popup/dialog.tsx'
import { PeopleList } from '../../follows/people-list.tsx'

interface PeopleDialogProps extends DialogState {
  postId: string
}

export function LikedByDialog({ postId, ...dialog }: PeopleDialogProps) {
  return (
    <Dialog {...dialog} title={t`Liked By`} size="small">
      <Likers postId={postId} onOpen={() => dialog.onOpenChange(false)} />
    </Dialog>
  )
}

export function RepostedByDialog({ postId, ...dialog }: PeopleDialogProps) {
  const post = usePost(postId)
  const quotes = post?.quoteCount && (
    <Link
      to={paths.quotes(post.id)}
      onClick={() => dialog.onOpenChange(false)}
      className={buttonClass({ variant: 'ghost', size: 'small' })}
    >
      {plural({ count: post.quoteCount }, { one: '# quote', other: '# quotes' })}
    </Link>
  )
  return (
    <Dialog {...dialog} title={t`Reposted By`} size="small" action={quotes}>
      <Reposters postId={postId} onOpen={() => dialog.onOpenChange(false)} />
    </Dialog>
  )
}

interface PeopleProps {
  postId: string
  onOpen: () => void
}

/** Components of their own, so that they mount, and load the list, each time the dialog opens. */
function Likers({ postId, onOpen }: PeopleProps) {
  return <PeopleList list={useLikers(postId)} emptyText={t`No likes yet`} onOpen={onOpen} />
}

function Reposters({ postId, onOpen }: PeopleProps) {
  return <PeopleList list={useReposters(postId)} emptyText={t`No reposts yet`} onOpen={onOpen} />
}
