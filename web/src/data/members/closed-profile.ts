import type { LiveMember } from './members.ts'
import { isViewer } from './people.ts'

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
