import type { MemberSummary } from '@quack/contract'
import { call } from './api/api.ts'
import { isRefusal } from './api/api-errors.ts'
import { reportFailure } from './api/error-notifications.ts'
import { getSession } from './api/session.ts'
import { queryClient } from './cache/query-client.ts'
import { peopleLists, postLists, queryKeys } from './cache/query-keys.ts'
import { invalidate } from './cache/read-again.ts'
import { createToggleQueue } from './cache/toggle-queue.ts'
import { dropAuthor, refreshFeeds } from './feed-membership.ts'
import { type FollowState, followState, wantedState, withFollowIntent, withFollowState } from './follow-state.ts'
import { putMember, refreshMember, stepCounts } from './members.ts'
import { findPeople, getPerson, type Person, patchPerson, personOverlays, putPerson, usePerson } from './people.ts'
import { reloadSeen } from './reload-seen.ts'

const queue = createToggleQueue<MemberSummary, FollowState>({
  kind: 'follow',
  keyOf: (member) => member.username.toLowerCase(),
  show,
  async send(member, state) {
    try {
      await (state === 'none' ? unfollow(member) : follow(member))
    } catch (error) {
      const actual = actualState(error)
      if (actual === undefined) throw error
      show(member, actual)
    }
  },
  isAlready: () => false,
  onRefused: reportFailure,
})

function show(member: MemberSummary, state: FollowState): void {
  const isFollowing = () => Number(getPerson(member.username)?.viewer?.following ?? false)
  const before = isFollowing()
  patchPerson(member.username, (person) => withFollowState(person, state))
  const step = isFollowing() - before
  if (step === 0) return
  stepCounts(member.username, { followersCount: step })
  const viewer = getSession()
  if (viewer) stepCounts(viewer.username, { followingCount: step })
}

/** Follows a member, or asks to if they are private. */
async function follow(member: MemberSummary): Promise<void> {
  const { user, followUser } = await call('POST /api/users/follow/:id', inputOf(member))
  putMember(user)
  putMember(followUser)
  markListsStale()
  if (!followUser.viewer?.following) return
  // The posts of a limited member are for followers.
  if (followUser.limited) reloadSeen()
  else refreshFeeds()
}

/** Stops following a member, or takes back the request. */
async function unfollow(member: MemberSummary): Promise<void> {
  const { user, followUser } = await call('POST /api/users/unfollow/:id', inputOf(member))
  putMember(user)
  putMember(followUser)
  markListsStale()
  const isForFollowers = followUser.private || followUser.limited
  dropAuthor(isForFollowers ? postLists.all : postLists.feeds, member.username)
  if (isForFollowers) reloadSeen()
}

function inputOf(member: MemberSummary) {
  return { params: { id: member._id }, query: { embed: 0 } }
}

/** Visible lists keep their rows, so that a mistaken tap can be undone in the same row. */
function markListsStale(): void {
  void queryClient.invalidateQueries({ queryKey: peopleLists.all, refetchType: 'none' })
}

/** The state that a refusal tells. */
function actualState(error: unknown): FollowState | undefined {
  if (isRefusal(error, 'alreadyFollowing')) return 'following'
  if (isRefusal(error, 'alreadyRequested')) return 'requested'
  return isRefusal(error, 'notFollowing') ? 'none' : undefined
}

personOverlays.add((person) => {
  const intent = queue.intent(person.username.toLowerCase())
  return intent === undefined ? person : withFollowIntent(person, intent)
})

/** One of the viewer's requests was answered, or changed in another tab. Reads whom this page shows as asked. */
export async function checkRequests(): Promise<void> {
  const asked = findPeople(({ requested = false }) => requested).map(({ username }) => username)
  void invalidate({ queryKey: queryKeys.profiles })
  await Promise.allSettled(asked.map(checkRequest))
  if (asked.some((username) => getPerson(username)?.viewer?.following)) reloadSeen()
}

/** The answer to the request itself may arrive after the event that tells of the member's: it must not be the last word. */
async function checkRequest(username: string): Promise<void> {
  const key = username.toLowerCase()
  await queue.untilSent(key)
  queue.forget(key)
  await refreshMember(username)
}

export interface Follow {
  state: FollowState
  /** Whether the member accepts or rejects each request. */
  isPrivate: boolean
  /** Follows or asks to follow; or takes that back. */
  setFollowing: (wants: boolean) => void
}

export function useFollow(member: MemberSummary): Follow {
  const person: Pick<Person, 'private' | 'viewer'> = usePerson(member.username) ?? {}
  return {
    state: followState(person),
    isPrivate: person.private ?? false,
    setFollowing(wants) {
      if (!getPerson(member.username)) putPerson(member)
      void queue.set(member, followState(person), wants ? wantedState(person) : 'none')
    },
  }
}
