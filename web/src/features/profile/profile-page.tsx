import { t } from '@lingui/core/macro'
import { useParams } from 'react-router'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { closedToViewer, type LiveMember, useMember } from '../../data/members/members.ts'
import { fullName, isViewer } from '../../data/members/people.ts'
import { useOutboxScreens } from '../../data/outbox/screens.ts'
import { useMemberPosts } from '../../data/posts/post-lists.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Delayed, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SavedAge } from '../offline/saved-age.tsx'
import { PostList } from '../posts/post-list.tsx'
import { SearchLink } from '../search/search-link.tsx'
import { ClosedNote } from './closed-note.tsx'
import { ProfileHead } from './profile-head.tsx'

export function ProfilePage() {
  const { username = '' } = useParams()
  // The key resets open dialogs and unsaved edits when the page changes to another member.
  return <Profile key={username.toLowerCase()} username={username} />
}

function Profile({ username }: { username: string }) {
  const { data: member, error, refetch } = useMember(username)
  if (member) {
    const closure = closedToViewer(member)
    return (
      <>
        <PageHeader
          title={t`Profile`}
          pageTitle={`${fullName(member)} (@${member.username})`}
          action={!closure && <PostsSearchLink username={member.username} />}
        />
        <ProfileHead member={member} />
        {/* Without posts, whose list says how old the page is. */}
        {closure && <SavedAge savedAt={member.savedAt} />}
        {closure ? <ClosedNote closure={closure} /> : <MemberPosts member={member} />}
      </>
    )
  }
  const isUnknown = isRefusal(error, 'memberUnknown')
  return (
    <>
      <PageHeader title={t`Profile`} pageTitle={`@${username}`} />
      {error ? (
        <ErrorState message={messageOf(error)} onRetry={isUnknown ? undefined : () => void refetch()} />
      ) : (
        <ProfileSkeleton />
      )}
    </>
  )
}

function PostsSearchLink({ username }: { username: string }) {
  if (isViewer(username)) return <SearchLink q="from:me" label={t`Search your posts`} />
  return <SearchLink q={`from:${username}`} label={t`Search this member's posts`} />
}

function MemberPosts({ member }: { member: LiveMember }) {
  const outbox = useOutboxScreens()
  return (
    <>
      {outbox && isViewer(member.username) && <outbox.WaitingPosts />}
      <PostList list={useMemberPosts(member)} pinned={member.pinnedPost} emptyText={t`You have not added any posts!`} />
    </>
  )
}

/** The size of ProfileHead for a member with a short bio. */
function ProfileSkeleton() {
  return (
    <Delayed>
      <p role="status" className="sr-only">
        {t`Loading the profile`}
      </p>
      <div className="flex flex-col gap-3 border-b p-4">
        <Skeleton shape="round" className="size-24" />
        <Skeleton className="h-6 w-48" />
        <Skeleton className="h-4 w-28" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-64" />
        <Skeleton className="h-5 w-72" />
      </div>
    </Delayed>
  )
}
