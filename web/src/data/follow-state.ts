import type { Relation } from './people.ts'

/** How far the viewer has come with following a member. A private member accepts or rejects the request. */
export type FollowState = 'none' | 'requested' | 'following'

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
