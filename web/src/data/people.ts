import type { MemberSummary } from '@quack/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'
import { getSession } from './session.ts'

/**
 * Every member that anything on screen names lives once, by username: posts, comments and rows only refer to them. A new
 * avatar or a follow therefore shows everywhere at once.
 */
export interface Person extends Omit<MemberSummary, '_id'> {
  /** Unknown while only a post or comment has named them: those carry no author id. */
  _id?: string
  viewer?: Relation
}

export interface Relation {
  following: boolean
  followedBy: boolean
}

/** Usernames are the same without regard to case. */
export function personKey(username: string): readonly ['person', string] {
  return ['person', username.toLowerCase()]
}

/** Corrects what the server said by what the viewer just asked for and the server does not have yet. */
type Overlay = (person: Person) => Person
let overlay: Overlay = (person) => person

export function setPersonOverlay(next: Overlay): void {
  overlay = next
}

/** Takes what an answer says about a member. What it does not say, their id or the viewer's relation, stays. */
export function putPerson({ _id, username, firstName, lastName, avatarURL, viewer }: Person): void {
  queryClient.setQueryData<Person>(personKey(username), (known) => {
    const id = _id ?? known?._id
    const relation = viewer ?? known?.viewer
    return overlay({
      username,
      firstName,
      lastName,
      avatarURL,
      ...(id === undefined ? {} : { _id: id }),
      ...(relation ? { viewer: relation } : {}),
    })
  })
}

export function patchPerson(username: string, patch: (person: Person) => Person): void {
  queryClient.setQueryData<Person>(personKey(username), (known) => known && patch(known))
}

export function getPerson(username: string): Person | undefined {
  return queryClient.getQueryData<Person>(personKey(username))
}

/** The member of this username as last heard, or undefined if nothing has named them yet. */
export function usePerson(username: string): Person | undefined {
  return useQuery<Person>({ queryKey: personKey(username), queryFn: skipToken }).data
}

/** Whether this username is the viewer's own. */
export function isViewer(username: string): boolean {
  return getSession()?.username.toLowerCase() === username.toLowerCase()
}

export function fullName(person: Pick<MemberSummary, 'firstName' | 'lastName'>): string {
  return `${person.firstName} ${person.lastName}`.trim()
}
