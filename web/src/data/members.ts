import type { Member } from '@quack/contract'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { getPerson, type Person, putPerson, usePerson } from './people.ts'
import { queryClient } from './query-client.ts'
import { useSession } from './session.ts'

/** What a profile shows beyond the person it is of: those parts live in people.ts, once. */
export type Profile = Pick<
  Member,
  '_id' | 'username' | 'bio' | 'website' | 'followersCount' | 'followingCount' | 'postsCount' | 'createdAt'
>

export type LiveMember = Profile & Person & { _id: string }

type Counts = Partial<Pick<Profile, 'followersCount' | 'followingCount' | 'postsCount'>>

function profileKey(username: string): readonly ['profile', string] {
  return ['profile', username.toLowerCase()]
}

/** Keeps both homes of a member up to date with an answer, and gives back the profile's part. */
function takeMember(member: Member): Profile {
  putPerson(member)
  // A follow under way has been laid over the person; the count next to it has to tell the same.
  const shown = getPerson(member.username)?.viewer?.following ?? false
  const ahead = member.viewer ? Number(shown) - Number(member.viewer.following) : 0
  return {
    _id: member._id,
    username: member.username,
    bio: member.bio,
    website: member.website,
    followersCount: Math.max(0, member.followersCount + ahead),
    followingCount: member.followingCount,
    postsCount: member.postsCount,
    createdAt: member.createdAt,
  }
}

/** A whole member that an answer carried: profile edit, follow, sign-up and log-in do. */
export function putMember(member: Member): void {
  queryClient.setQueryData<Profile>(profileKey(member.username), takeMember(member))
}

/** Moves counts of a member by these steps, where their profile is known. */
export function stepCounts(username: string, steps: Counts): void {
  queryClient.setQueryData<Profile>(profileKey(username), (known) => {
    if (!known) return known
    const next = { ...known }
    for (const name of ['followersCount', 'followingCount', 'postsCount'] as const) {
      next[name] = Math.max(0, known[name] + (steps[name] ?? 0))
    }
    return next
  })
}

/** How many follow this member now, where their profile is known. */
export function putFollowersCount(username: string, followersCount: number): void {
  queryClient.setQueryData<Profile>(profileKey(username), (known) =>
    known && known.followersCount !== followersCount ? { ...known, followersCount } : known,
  )
}

export type MemberQuery = Omit<UseQueryResult<Profile>, 'data'> & { data: LiveMember | undefined }

function memberQuery(username: string) {
  return queryOptions<Profile>({
    queryKey: profileKey(username),
    queryFn: async ({ signal }) => {
      const answer = await call('GET /api/users/:username', { params: { username }, query: { embed: 0 } }, { signal })
      return takeMember(answer.user)
    },
    staleTime: 30_000,
  })
}

/** Asks for a member before there is a screen that shows them. */
export function readMemberAhead(username: string): void {
  void queryClient.prefetchQuery(memberQuery(username))
}

/** One member, live: follows, edits and new posts made anywhere show here. The error is an ApiError 404 for no such member. */
export function useMember(username: string): MemberQuery {
  const profile = useQuery({ ...memberQuery(username), enabled: username !== '' })
  const person = usePerson(username)
  const data = profile.data && person ? { ...profile.data, ...person, _id: profile.data._id } : undefined
  return { ...profile, data }
}

/** The viewer's own record; undefined while it loads and for a visitor. */
export function useViewer(): LiveMember | undefined {
  return useMember(useSession()?.username ?? '').data
}
