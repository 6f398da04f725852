import type { Member } from '@quack/contract'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useStore } from '../../store.ts'
import { call } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { ageOf } from '../api/copies.ts'
import { useSession } from '../api/session.ts'
import { queryClient } from '../cache/query-client.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { invalidate, repeatReads } from '../cache/read-again.ts'
import { pendingTaps, pendingTargets } from '../outbox/pending.ts'
import { getPerson, isViewer, type Person, putPerson, usePerson, withPersonTaps } from './people.ts'

/** What a profile has beside its Person (people.ts). */
export type Profile = Pick<
  Member,
  | '_id'
  | 'username'
  | 'bio'
  | 'website'
  | 'profile'
  | 'followersCount'
  | 'followingCount'
  | 'postsCount'
  | 'pinnedPost'
  | 'role'
  | 'limited'
  | 'bot'
  | 'followRequests'
  | 'unreadDecisions'
  | 'unreadAccountEvents'
  | 'resumesHome'
  | 'whoMayRepost'
  | 'whoMayQuote'
  | 'readWarnings'
  | 'sensitiveMedia'
  | 'readLanguages'
  | 'locale'
  | 'createdAt'
> & {
  /** When the server sent a profile that is a copy on this device, in milliseconds. */
  savedAt?: number
}

export type LiveMember = Profile & Person & { _id: string }

type Counts = Partial<Pick<Profile, 'followersCount' | 'followingCount' | 'postsCount'>>

/** Stores the person of a member from a response. Returns the profile's part. */
function takeMember(member: Member): Profile {
  putPerson({ ...member, private: member.private === true })
  // A follow that was just sent is already applied to the person. The count next to it has to agree.
  const shown = getPerson(member.username)?.viewer?.following ?? false
  const ahead = member.viewer ? Number(shown) - Number(member.viewer.following) : 0
  return {
    _id: member._id,
    username: member.username,
    bio: member.bio,
    website: member.website,
    ...(member.profile && { profile: member.profile }),
    followersCount: Math.max(0, member.followersCount + ahead),
    followingCount: member.followingCount,
    postsCount: member.postsCount,
    pinnedPost: member.pinnedPost,
    ...(member.role && { role: member.role }),
    ...(member.limited && { limited: member.limited }),
    ...(member.bot && { bot: member.bot }),
    ...(member.followRequests && { followRequests: member.followRequests }),
    ...(member.unreadDecisions && { unreadDecisions: member.unreadDecisions }),
    ...(member.unreadAccountEvents && { unreadAccountEvents: member.unreadAccountEvents }),
    ...(member.resumesHome && { resumesHome: member.resumesHome }),
    ...(member.whoMayRepost && { whoMayRepost: member.whoMayRepost }),
    ...(member.whoMayQuote && { whoMayQuote: member.whoMayQuote }),
    ...(member.readWarnings && { readWarnings: member.readWarnings }),
    ...(member.sensitiveMedia && { sensitiveMedia: true as const }),
    ...(member.readLanguages && { readLanguages: member.readLanguages }),
    ...(member.locale && { locale: member.locale }),
    createdAt: member.createdAt,
  }
}

/** Stores a complete member from a response: profile edit, follow, sign-up and login return one, among others. */
export function putMember(member: Member): void {
  queryClient.setQueryData<Profile>(queryKeys.profile(member.username), takeMember(member))
}

/** Changes counts of a member by these steps, if their profile is cached. */
export function stepCounts(username: string, steps: Counts): void {
  queryClient.setQueryData<Profile>(queryKeys.profile(username), (known) => known && withCounts(known, steps))
}

function withCounts(profile: Profile, steps: Counts): Profile {
  const next = { ...profile }
  for (const name of ['followersCount', 'followingCount', 'postsCount'] as const) {
    next[name] = Math.max(0, profile[name] + (steps[name] ?? 0))
  }
  return next
}

/** Sets the number of a member's followers, if their profile is cached. */
export function putFollowersCount(username: string, followersCount: number): void {
  patchProfile(username, (known) => (known.followersCount === followersCount ? known : { ...known, followersCount }))
}

/** Sets a member's pinned post, if their profile is cached. */
export function putPinnedPost(username: string, pinnedPost: string | null): void {
  patchProfile(username, (known) => (known.pinnedPost === pinnedPost ? known : { ...known, pinnedPost }))
}

/** Sets the number of requests to follow a member, if their profile is cached. Returns whether it was another one. */
export function putFollowRequests(username: string, followRequests: number): boolean {
  return patchProfile(username, (known) => {
    if ((known.followRequests ?? 0) === followRequests) return known
    const { followRequests: _, ...rest } = known
    return { ...rest, ...(followRequests > 0 && { followRequests }) }
  })
}

/** Sets the number of the viewer's unread decisions to 0. */
export function clearUnreadDecisions(username: string): void {
  patchProfile(username, ({ unreadDecisions: _, ...rest }) => rest)
}

/** Sets the number of the viewer's unread account events to 0. */
export function clearUnreadAccountEvents(username: string): void {
  patchProfile(username, ({ unreadAccountEvents: _, ...rest }) => rest)
}

/** Removes a member's pin if it is this post. */
export function dropPin(username: string, postId: string): void {
  patchProfile(username, (known) => (known.pinnedPost === postId ? { ...known, pinnedPost: null } : known))
}

/** Changes a profile, if it is cached. Returns whether it is another one than before. */
function patchProfile(username: string, patch: (known: Profile) => Profile): boolean {
  const queryKey = queryKeys.profile(username)
  const known = queryClient.getQueryData<Profile>(queryKey)
  const next = known && patch(known)
  if (!next || next === known) return false
  queryClient.setQueryData<Profile>(queryKey, next)
  // A profile that is being fetched may arrive as it was before.
  repeatReads(queryKey)
  return true
}

export type MemberQuery = Omit<UseQueryResult<Profile>, 'data'> & { data: LiveMember | undefined }

function memberQuery(username: string) {
  return queryOptions<Profile>({
    queryKey: queryKeys.profile(username),
    queryFn: async ({ signal }) => {
      const answer = await call('GET /api/users/:username', { params: { username }, query: { embed: 0 } }, { signal })
      return { ...takeMember(answer.user), ...ageOf(answer) }
    },
    staleTime: 30_000,
  })
}

/** Prefetches a member, before their screen is rendered. */
export function readMemberAhead(username: string): void {
  void queryClient.prefetchQuery(memberQuery(username))
}

/** For a read that only followers may be allowed to. A refusal means that the cached profile is out of date. */
export async function orClosed<Answer>(username: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (isRefusal(error, 'followersOnly')) {
      void invalidate({ queryKey: queryKeys.profile(username) })
    }
    throw error
  }
}

/** Reads a member again. */
export async function refreshMember(username: string): Promise<void> {
  await queryClient.fetchQuery({ ...memberQuery(username), staleTime: 0 })
}

/** The `_id` of a member who may be known only from a post or comment. */
export async function findMemberId(username: string): Promise<string> {
  return getPerson(username)?._id ?? (await queryClient.fetchQuery(memberQuery(username)))._id
}

/**
 * A member, kept current: follows, edits and new posts made anywhere on this page show here. An unknown one is an
 * ApiError 404, also one who was visible before.
 */
export function useMember(username: string): MemberQuery {
  const profile = useQuery({ ...memberQuery(username), enabled: username !== '' })
  const person = usePerson(username)
  const stepped = useFollowSteps(profile.data, username)
  const isKnown = !isRefusal(profile.error, 'memberUnknown')
  const data = stepped && person && isKnown ? { ...stepped, ...person, _id: stepped._id } : undefined
  return { ...profile, data }
}

/** 1 for a follow, -1 for its end. */
function stepOf(username: string): number {
  const person = getPerson(username)
  if (!person) return 0
  return Number(withPersonTaps(person).viewer?.following ?? false) - Number(person.viewer?.following ?? false)
}

/** A profile with the follows that the server does not have yet. */
function useFollowSteps(profile: Profile | undefined, username: string): Profile | undefined {
  const followers = useStore(pendingTaps, () => stepOf(username))
  const following = useStore(pendingTaps, () =>
    isViewer(username) ? pendingTargets('follow').reduce((sum, each) => sum + stepOf(each), 0) : 0,
  )
  if (!profile || (followers === 0 && following === 0)) return profile
  return withCounts(profile, { followersCount: followers, followingCount: following })
}

/** The viewer's own record. Undefined while it loads, and for a visitor. */
export function useViewer(): LiveMember | undefined {
  return useMember(useSession()?.username ?? '').data
}

/** How the viewer reads posts; undefined for what their authors say, and until the shell has read it. */
export function useReadWarnings(): Profile['readWarnings'] {
  const query = memberQuery(useSession()?.username ?? '')
  return useQuery({ ...query, enabled: false, select: ({ readWarnings }) => readWarnings }).data
}

/** Why a member's posts and follow lists are for followers: the member's own choice, or a moderator's. */
export type Closure = 'private' | 'limited'

/** Why the viewer does not see them: also because a request to follow waits for an answer. */
export type ClosedToViewer = Closure | 'requested'

type Closable = Pick<LiveMember, 'username' | 'private' | 'limited' | 'viewer'>

export function closureOf({ private: isPrivate, limited }: Pick<Closable, 'private' | 'limited'>): Closure | null {
  if (isPrivate) return 'private'
  return limited ? 'limited' : null
}

/** Why the viewer does not see a member's posts and follow lists. Null if the viewer does. */
export function closedToViewer(member: Closable): ClosedToViewer | null {
  if (member.viewer?.following || isViewer(member.username)) return null
  const closure = closureOf(member)
  return closure === 'private' && member.viewer?.requested ? 'requested' : closure
}
