import type { Notification, NotificationKind } from '@quack/contract'
import type { TestMember } from './members.ts'

/** What tests of notifications do and read. */
export const listOf = (member: TestMember, query: { kind?: NotificationKind; limit?: number; cursor?: string } = {}) =>
  member.call('GET /api/notifications', { query })

/** The notifications of a member, each as its kind and the usernames of those who caused it. */
export async function told(member: TestMember, kind?: NotificationKind): Promise<string[]> {
  const { notifications } = await listOf(member, kind && { kind })
  return notifications.map(({ kind: its, people }) => [its, ...people.map(({ username }) => username)].join(' '))
}

export async function only(member: TestMember): Promise<Notification> {
  const { notifications } = await listOf(member)
  const [first] = notifications
  if (!first || notifications.length !== 1) throw new Error(`${notifications.length} notifications, 1 expected.`)
  return first
}

/** Marks everything as read that the member's list contains. @returns how many are unread then */
export async function readAll(member: TestMember): Promise<number> {
  const { latest } = await listOf(member)
  return (await member.call('POST /api/notifications/read', { body: { upTo: latest ?? '0' } })).unread
}

const onPost = (postId: string) => ({ params: { postId }, headers: { prefer: 'return=minimal' } })
export const dislike = (member: TestMember, postId: string) =>
  member.call('POST /api/posts/dislike/:postId', onPost(postId))
export const deletePost = (member: TestMember, postId: string) =>
  member.call('DELETE /api/posts/:postId', onPost(postId))

const onComment = (postId: string, commentId: string) => ({ ...onPost(postId), params: { postId, commentId } })
export const upvote = (member: TestMember, postId: string, commentId: string) =>
  member.call('POST /api/comments/upvote/:postId/:commentId', onComment(postId, commentId))
export const downvote = (member: TestMember, postId: string, commentId: string) =>
  member.call('POST /api/comments/downvote/:postId/:commentId', onComment(postId, commentId))
export const deleteComment = (member: TestMember, postId: string, commentId: string) =>
  member.call('POST /api/comments/delete/:postId/:commentId', onComment(postId, commentId))

export const unfollow = (member: TestMember, other: TestMember) =>
  member.call('POST /api/users/unfollow/:id', { params: { id: other._id } })
