import type { FollowState } from '../offline/outbox-entry.ts'

/** How the viewer and a member are related. */
export interface Relation {
  following: boolean
  followedBy: boolean
  /** The viewer has asked to follow the member, who is private. */
  requested?: boolean
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
