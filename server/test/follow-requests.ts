import type { TestMember } from './members.ts'
import { readAll } from './read-all.ts'

/** What tests of private members do and read. */
export const follow = (follower: TestMember, { _id: id }: TestMember) =>
  follower.call('POST /api/users/follow/:id', { params: { id } })
export const unfollow = (follower: TestMember, { _id: id }: TestMember) =>
  follower.call('POST /api/users/unfollow/:id', { params: { id } })
export const accept = (member: TestMember, { _id: id }: TestMember) =>
  member.call('POST /api/follow-requests/:id/accept', { params: { id } })
export const reject = (member: TestMember, { _id: id }: TestMember) =>
  member.call('POST /api/follow-requests/:id/reject', { params: { id } })
export const setPrivate = (member: TestMember, isPrivate: boolean) =>
  member.call('POST /api/account/private', { body: { private: isPrivate } })

/** A member as a reader sees them. */
export async function seen(reader: Pick<TestMember, 'call'>, { username }: TestMember) {
  return (await reader.call('GET /api/users/:username', { params: { username } })).user
}

/** Who asks to follow the member, page by page. */
export function requestsTo(member: TestMember, limit = 100): Promise<string[]> {
  return readAll(async (query) => {
    const { requests, nextCursor } = await member.call('GET /api/follow-requests', { query: { limit, ...query } })
    return { entries: requests.map(({ _id }) => _id), nextCursor }
  })
}
