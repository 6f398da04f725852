import { call } from '../api/api.ts'
import { reloadSeen } from '../feed/reload-seen.ts'
import { findMemberId, putMember } from '../members/members.ts'

const query = { embed: 0 } as const

/** Leaves the reposts of a followed member out of the home feed, or shows them again. */
export async function setRepostsHidden(username: string, isHidden: boolean): Promise<void> {
  const input = { params: { id: await findMemberId(username) }, query }
  const { user } = isHidden
    ? await call('PUT /api/users/:id/hidden-reposts', input)
    : await call('DELETE /api/users/:id/hidden-reposts', input)
  putMember(user)
  reloadSeen()
}

/** Whether the viewer's new posts may be reposted, unless a post says otherwise. */
export async function setMayRepost(mayRepost: boolean): Promise<void> {
  const body = { whoMayRepost: mayRepost ? 'everyone' : 'nobody' } as const
  putMember((await call('POST /api/account/reposts', { query, body })).user)
}
