import { ENDPOINTS } from '@quack/contract'
import type { ChangeLog } from './database/changes.ts'
import { Circles } from './features/follows/circles.ts'
import { MemberMemory } from './features/members/member-memory.ts'
import type { Cache } from './features/metrics/metrics.ts'
import { PostMemory } from './features/posts/post-memory.ts'
import { KnownViewers } from './features/sessions/known-viewers.ts'
import { Repeats } from './http/repeats.ts'
import { serializerOf } from './http/serialization.ts'

/** All that is remembered so as not to be asked again, by a process that writes alone: the change log keeps it true. */
export interface Memory {
  readonly viewers: KnownViewers
  readonly repeats: Repeats
  readonly circles: Circles
  readonly posts: PostMemory
  readonly members: MemberMemory
}

export function createMemory(log: ChangeLog): Memory {
  const circles = new Circles(log)
  return {
    viewers: new KnownViewers(log),
    repeats: new Repeats(),
    circles,
    posts: new PostMemory(log, serializerOf(ENDPOINTS.getPost.answer.properties.post)),
    members: new MemberMemory(log, circles, serializerOf(ENDPOINTS.getMember.answer.properties.user)),
  }
}

/** By the names that the figures call them. */
export function cachesOf({ viewers, repeats, circles, posts, members }: Memory): ReadonlyMap<string, Cache> {
  return new Map<string, Cache>([
    ['repeats', repeats],
    ['viewers', viewers],
    ['circles', circles.followed],
    ['followers', circles.followers],
    ['lists', posts.lists],
    ['posts', posts.posts],
    ['marks', posts.marks],
    ['members', members.members],
  ])
}
