import type { MemberSummary } from '@quack/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { getSession } from '../api/session.ts'
import { queryClient } from '../cache/query-client.ts'
import { queryKeys } from '../cache/query-keys.ts'
import type { FollowState } from '../offline/outbox-entry.ts'
import { shownTap, useTaps, withSentTaps, withTaps } from '../outbox/shown-taps.ts'

/**
 * Every member is stored once, by username. Posts, comments and rows show what is stored here, so that a new avatar or
 * a follow shows on all of them.
 */
export interface Person extends Omit<MemberSummary, '_id'> {
  /** Unknown for a member who is known only from a post or comment: those carry no author id. */
  _id?: string
  /** Whether the member decides who follows. Undefined if no response has told yet. */
  private?: boolean
  viewer?: Relation
}

export const PEOPLE_TAPS = { follow: shownTap<Person, FollowState, MemberSummary>(withFollowIntent) }

/** What a tap on a member is stored under. */
export function personKey(username: string): string {
  return username.toLowerCase()
}

/** A member as they are shown: with the viewer's follow, also if the server does not have it yet. */
export function withPersonTaps(person: Person): Person {
  return withTaps(person, personKey(person.username), PEOPLE_TAPS)
}

/** Stores a member from a response. Keeps what it does not tell: the id, the relation, and whether they are private. */
export function putPerson({ _id, username, firstName, lastName, avatarURL, viewer, private: told }: Person): void {
  queryClient.setQueryData<Person>(queryKeys.person(username), (known) => {
    const id = _id ?? known?._id
    const relation = viewer ?? known?.viewer
    const isPrivate = told ?? known?.private
    const person = {
      username,
      firstName,
      lastName,
      avatarURL,
      ...(id === undefined ? {} : { _id: id }),
      ...(isPrivate === undefined ? {} : { private: isPrivate }),
      ...(relation ? { viewer: relation } : {}),
    }
    return withSentTaps(person, personKey(username), PEOPLE_TAPS)
  })
}

export function patchPerson(username: string, patch: (person: Person) => Person): void {
  queryClient.setQueryData<Person>(queryKeys.person(username), (known) => known && patch(known))
}

/** As the server said. */
export function getPerson(username: string): Person | undefined {
  return queryClient.getQueryData<Person>(queryKeys.person(username))
}

/** The cached members with whom the viewer has such a relation. */
export function findPeople(isFit: (relation: Relation) => boolean): Person[] {
  const people = queryClient.getQueriesData<Person>({ queryKey: queryKeys.people })
  return people.flatMap(([, person]) => (person?.viewer && isFit(person.viewer) ? [person] : []))
}

/** The cached member as they are shown, or undefined if no response has contained them yet. */
export function usePerson(username: string): Person | undefined {
  const { data } = useQuery<Person>({ queryKey: queryKeys.person(username), queryFn: skipToken })
  return useTaps(data, personKey(username), PEOPLE_TAPS)
}

export function isViewer(username: string): boolean {
  return getSession()?.username.toLowerCase() === username.toLowerCase()
}

export function fullName(person: Pick<MemberSummary, 'firstName' | 'lastName'>): string {
  return `${person.firstName} ${person.lastName}`.trim()
}

/** How the viewer and a member are related. */
interface Relation {
  following: boolean
  followedBy: boolean
  /** The viewer has asked to follow the member, who is private. */
  requested?: boolean
  /** The viewer follows the member, and does not want their reposts. */
  hidesReposts?: boolean
  muted?: boolean
  /** Absent for a mute without an end. */
  mutedUntil?: string
}

interface Followable {
  private?: boolean
  viewer?: Relation
}

export function followState({ viewer }: Followable): FollowState {
  if (viewer?.following) return 'following'
  return viewer?.requested ? 'requested' : 'none'
}

export function withFollowState<Person extends Followable>(person: Person, state: FollowState): Person {
  if (followState(person) === state) return person
  const { requested: _, ...relation } = person.viewer ?? { followedBy: false }
  const viewer = { ...relation, following: state === 'following', ...(state === 'requested' && { requested: true }) }
  return { ...person, viewer }
}

/** What a follow of this member leads to. */
export function wantedState(person: Followable): FollowState {
  return person.private ? 'requested' : 'following'
}

/**
 * Applies what the viewer last asked for to an older response. Whether the viewer follows or only waits is taken from
 * the response, if it has one of the two: the member decides that.
 */
export function withFollowIntent<Person extends Followable>(person: Person, intent: FollowState): Person {
  const isAgreed = (followState(person) === 'none') === (intent === 'none')
  return isAgreed ? person : withFollowState(person, intent)
}
