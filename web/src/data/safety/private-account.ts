import { call } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { getSession } from '../api/session.ts'
import { peopleLists, queryKeys } from '../cache/query-keys.ts'
import { invalidate } from '../cache/read-again.ts'
import { findMemberId, putMember } from '../members/members.ts'
import { patchPerson } from '../members/people.ts'
import { dropFromPeopleLists } from '../members/people-lists.ts'

/** Shows the viewer's posts to followers only, or to everyone. The latter accepts the requests that wait. */
export async function setPrivate(isPrivate: boolean): Promise<void> {
  const { user } = await call('POST /api/account/private', { query: { embed: 0 }, body: { private: isPrivate } })
  putMember(user)
  void invalidate({ queryKey: queryKeys.followRequests })
}

/** Ends that a member follows the viewer. Succeeds if they do not follow any more. */
export async function removeFollower(username: string): Promise<void> {
  const input = { params: { id: await findMemberId(username) }, query: { embed: 0 } }
  try {
    putMember((await call('POST /api/users/remove-follower/:id', input)).user)
  } catch (error) {
    if (!isRefusal(error, 'notFollower')) throw error
  }
  patchPerson(username, ({ viewer, ...person }) => ({
    ...person,
    ...(viewer && { viewer: { ...viewer, followedBy: false } }),
  }))
  const viewer = getSession()
  if (viewer) dropFromPeopleLists(peopleLists.followers(viewer.username), username)
}
