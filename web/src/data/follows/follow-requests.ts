import type { RouteAnswer } from '@quack/contract'
import type { InfiniteData } from '@tanstack/react-query'
import { useStore } from '../../store.ts'
import { call } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { createMemberState, createMemberStore } from '../api/member-state.ts'
import { getSession } from '../api/session.ts'
import { queryClient } from '../cache/query-client.ts'
import { peopleLists, queryKeys } from '../cache/query-keys.ts'
import { invalidate } from '../cache/read-again.ts'
import { type Pages, usePages } from '../cache/use-pages.ts'
import { findMemberId, putFollowRequests, putMember } from '../members/members.ts'
import { patchPerson } from '../members/people.ts'
import { dropFromPeopleLists } from '../members/people-lists.ts'

export type FollowRequest = RouteAnswer<'GET /api/follow-requests'>['requests'][number]

/** The `_id`s of members whose request is being answered. Until that fails, the list is shown without them. */
const answering = createMemberStore<readonly string[]>([])

/** Answers are sent one after the other: a response has the number of requests, and the last one has to be right. */
const last = createMemberState<{ answer: Promise<unknown> }>(() => ({ answer: Promise.resolve() }))

/** Who asks to follow the viewer, the latest first. */
export function useFollowRequests(): Pages<FollowRequest> {
  const hidden = useStore(answering)
  const pages = usePages(queryKeys.followRequests, async (query, signal) => {
    const { requests, nextCursor } = await call('GET /api/follow-requests', { query }, { signal })
    return { entries: requests, nextCursor }
  })
  return { ...pages, entries: pages.entries?.filter(({ _id }) => !hidden.includes(_id)) }
}

/** Takes the number of requests from an event. Another one than before means that the list has changed. */
export function noteRequestCount(count: number): void {
  const viewer = getSession()
  if (!viewer || !putFollowRequests(viewer.username, count)) return
  void invalidate({ queryKey: queryKeys.followRequests })
}

/** Lets the member follow the viewer. The request leaves the list at once, and returns if that fails. */
export async function acceptFollowRequest(request: Pick<FollowRequest, '_id'>): Promise<void> {
  await answer('POST /api/follow-requests/:id/accept', request)
}

/** As acceptFollowRequest. Succeeds if there is no such request any more. */
export async function rejectFollowRequest(request: Pick<FollowRequest, '_id'>): Promise<void> {
  try {
    await answer('POST /api/follow-requests/:id/reject', request)
  } catch (error) {
    if (!isRefusal(error, 'followRequestUnknown')) throw error
  }
}

type Answer = 'POST /api/follow-requests/:id/accept' | 'POST /api/follow-requests/:id/reject'

async function answer(route: Answer, { _id }: Pick<FollowRequest, '_id'>): Promise<void> {
  answering.set([...answering.get(), _id])
  const present = last()
  const sent = present.answer.then(() => {
    // The viewer may have changed meanwhile.
    if (present !== last()) throw new DOMException('The viewer has changed.', 'AbortError')
    return call(route, { params: { id: _id }, query: { embed: 0 } })
  })
  present.answer = sent.catch(() => undefined)
  try {
    putMember((await sent).user)
    await dropRequest(_id)
  } catch (error) {
    if (isRefusal(error, 'followRequestUnknown')) await dropRequest(_id)
    throw error
  } finally {
    answering.set(answering.get().filter((id) => id !== _id))
  }
}

type CachedPages = InfiniteData<{ entries: FollowRequest[]; nextCursor: string | null }, string | undefined>

async function dropRequest(id: string): Promise<void> {
  // The response to a read that was sent before the answer must not restore it.
  await queryClient.cancelQueries({ queryKey: queryKeys.followRequests })
  queryClient.setQueryData<CachedPages>(
    queryKeys.followRequests,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({ ...page, entries: page.entries.filter(({ _id }) => _id !== id) })),
      },
  )
}

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
