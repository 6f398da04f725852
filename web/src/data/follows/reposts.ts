import type { RouteInput } from '@quack/contract'
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

/** Who may repost and quote the viewer's new posts, unless a post says otherwise. What is not given stays. */
export async function setWhoMayPassOn(body: RouteInput<'POST /api/account/reposts'>['body']): Promise<void> {
  putMember((await call('POST /api/account/reposts', { query, body })).user)
}
