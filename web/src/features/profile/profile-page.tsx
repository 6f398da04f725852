import { useParams } from 'react-router'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { closedToViewer } from '../../data/members/closed-profile.ts'
import { useMember } from '../../data/members/members.ts'
import { fullName, isViewer } from '../../data/members/people.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SavedAge } from '../offline/saved-age.tsx'
import { SearchLink } from '../search/search-link.tsx'
import { ClosedNote } from './closed-note.tsx'
import { MemberPosts } from './member-posts.tsx'
import { ProfileHead } from './profile-head.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'

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
          title="Profile"
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
      <PageHeader title="Profile" pageTitle={`@${username}`} />
      {error ? (
        <ErrorState message={messageOf(error)} onRetry={isUnknown ? undefined : () => void refetch()} />
      ) : (
        <ProfileSkeleton />
      )}
    </>
  )
}

function PostsSearchLink({ username }: { username: string }) {
  if (isViewer(username)) return <SearchLink q="from:me" label="Search your posts" />
  return <SearchLink q={`from:${username}`} label="Search this member's posts" />
}
