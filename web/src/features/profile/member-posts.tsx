import type { LiveMember } from '../../data/members.ts'
import { useMemberPosts } from '../../data/post-lists.ts'
import { PostList } from '../posts/post-list.tsx'

export function MemberPosts({ member }: { member: LiveMember }) {
  return <PostList list={useMemberPosts(member)} pinned={member.pinnedPost} emptyText="You have not added any posts!" />
}
