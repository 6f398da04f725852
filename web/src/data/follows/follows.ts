import type { MemberSummary } from '@quack/contract'
import { queryKeys } from '../cache/query-keys.ts'
import { invalidate } from '../cache/read-again.ts'
import { reloadSeen } from '../feed/news.ts'
import { refreshMember } from '../members/members.ts'
import {
  findPeople,
  followState,
  getPerson,
  type PEOPLE_TAPS,
  type Person,
  personKey,
  putPerson,
  usePerson,
  wantedState,
} from '../members/people.ts'
import type { FollowState } from '../offline/outbox-entry.ts'
import { forgetSent, pendingTargets, tap } from '../outbox/pending.ts'

/** One of the viewer's requests was answered, or changed in another tab. Reads whom this page shows as asked. */
export async function checkRequests(): Promise<void> {
  const known = findPeople(({ requested = false }) => requested).map(({ username }) => personKey(username))
  // Also those whose request has no answer yet.
  const asked = [...new Set([...known, ...pendingTargets('follow')])]
  void invalidate({ queryKey: queryKeys.profiles })
  await Promise.allSettled(asked.map(checkRequest))
  if (asked.some((username) => getPerson(username)?.viewer?.following)) reloadSeen()
}

/**
 * The answer to the request itself may arrive after the event that tells of the member's: it must not be the last word.
 */
async function checkRequest(username: string): Promise<void> {
  await forgetSent('follow', personKey(username))
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
      const basedOn = followState(getPerson(member.username) ?? {})
      const body = wants ? wantedState(person) : 'none'
      tap<typeof PEOPLE_TAPS>({ kind: 'follow', target: personKey(member.username), body, basedOn, subject: member })
    },
  }
}
