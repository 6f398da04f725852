import type { TestMember } from './members.ts'

/** What tests of blocks do and read. */
export const MINIMAL = { prefer: 'return=minimal' }
export type Reader = Pick<TestMember, 'call' | 'send'>

export const block = (member: TestMember, other: TestMember) =>
  member.call('POST /api/users/block/:id', { params: { id: other._id } })
export const unblock = (member: TestMember, other: TestMember) =>
  member.call('POST /api/users/unblock/:id', { params: { id: other._id } })
export const follow = (member: TestMember, other: TestMember) =>
  member.call('POST /api/users/follow/:id', { params: { id: other._id } })
export const like = (member: TestMember, postId: string) =>
  member.call('POST /api/posts/like/:postId', { params: { postId }, headers: MINIMAL })

export async function comment(member: TestMember, postId: string, text: string): Promise<string> {
  const body = { commentData: { text } }
  await member.call('POST /api/comments/add/:postId', { params: { postId }, body, headers: MINIMAL })
  const { comments } = await member.call('GET /api/comments/:postId', { params: { postId }, query: { limit: 1 } })
  return comments[0]?._id ?? ''
}
export const commentsOf = async (reader: Reader, postId: string) =>
  reader.call('GET /api/comments/:postId', { params: { postId } })

/** What an answer says, without the id of the request, whose length varies. */
export async function answerOf(
  reader: Reader,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) {
  const { status, body, headers } = await reader.send({
    method,
    url,
    headers: MINIMAL,
    ...(payload ? { payload } : {}),
  })
  const { date: _, 'x-request-id': __, 'content-length': ___, ...others } = headers
  return { status, body: { ...(body as object), requestId: '' }, headers: others }
}
