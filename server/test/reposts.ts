import type { TestMember } from './members.ts'

/** What tests of reposts do and read. */
export const repost = (member: TestMember, postId: string) =>
  member.call('PUT /api/posts/:postId/repost', { params: { postId } })
export const undoRepost = (member: TestMember, postId: string) =>
  member.call('DELETE /api/posts/:postId/repost', { params: { postId } })
export const refuseRepost = (member: TestMember, postId: string) =>
  member.refuse('PUT /api/posts/:postId/repost', { params: { postId } })
