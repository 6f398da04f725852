import { useMemberPosts } from '../../data/post-lists.ts'
import { PostList } from '../posts/post-list.tsx'

export function MemberPosts({ username }: { username: string }) {
  return <PostList list={useMemberPosts(username)} emptyText="You have not added any posts!" />
}
