import type { LiveMember } from '../../data/members/members.ts'
import { isViewer } from '../../data/members/people.ts'
import { useOutboxScreens } from '../../data/outbox/screens.ts'
import { useMemberPosts } from '../../data/posts/post-lists.ts'
import { PostList } from '../posts/post-list.tsx'

export function MemberPosts({ member }: { member: LiveMember }) {
  const outbox = useOutboxScreens()
  return (
    <>
      {outbox && isViewer(member.username) && <outbox.WaitingPosts />}
      <PostList list={useMemberPosts(member)} pinned={member.pinnedPost} emptyText="You have not added any posts!" />
    </>
  )
}
