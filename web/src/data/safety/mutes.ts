import type { RouteAnswer, RouteInput } from '@quack/contract'
import { call } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { peopleLists, postLists, queryKeys } from '../cache/query-keys.ts'
import { readAgain } from '../cache/read-again.ts'
import { usePages } from '../cache/use-pages.ts'
import { dropAuthor } from '../feed/membership.ts'
import { reloadSeen } from '../feed/reload-seen.ts'
import { findMemberId, putMember } from '../members/members.ts'
import { patchPerson } from '../members/people.ts'
import { dropFromPeopleLists } from '../members/people-lists.ts'

export type MutedMember = RouteAnswer<'GET /api/mutes'>['mutes'][number]
export type Mute = Required<RouteInput<'POST /api/users/mute/:id'>['body']>

/** The members whom the viewer has muted, the latest first. */
export function useMutes() {
  return usePages(queryKeys.mutes, async (query, signal) => {
    const { mutes, nextCursor } = await call('GET /api/mutes', { query }, { signal })
    return { entries: mutes, nextCursor }
  })
}

/** Mutes a member, whose posts leave the feeds at once. */
export async function muteMember(username: string, mute: Mute): Promise<void> {
  const id = await findMemberId(username)
  const { user } = await call('POST /api/users/mute/:id', { params: { id }, query: { embed: 0 }, body: mute })
  putMember(user)
  dropAuthor(postLists.feeds, username)
  dropAuthor(postLists.explore, username)
  dropFromPeopleLists(peopleLists.suggestions, username)
  reloadSeen()
}

/** Resolves when the list is without the member. Succeeds if they are not muted any more. */
export async function unmuteMember(username: string): Promise<void> {
  const id = await findMemberId(username)
  try {
    putMember((await call('POST /api/users/unmute/:id', { params: { id }, query: { embed: 0 } })).user)
  } catch (error) {
    if (!isRefusal(error, 'notMuted')) throw error
    patchPerson(username, ({ viewer, ...person }) => ({
      ...person,
      viewer: { following: viewer?.following ?? false, followedBy: viewer?.followedBy ?? false },
    }))
  }
  reloadSeen()
  await readAgain(queryKeys.mutes)
}
