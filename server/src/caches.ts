import { ENDPOINTS } from '@quack/contract'
import type { CacheStats } from './cache/cache.ts'
import type { InvalidationLog } from './database/invalidation-log.ts'
import { StatusPages } from './features/client-api/statuses/status-pages.ts'
import { NewestCache } from './features/feed/newest.cache.ts'
import { FollowsCache } from './features/follows/follows.cache.ts'
import { HiddenCache } from './features/members/hidden.cache.ts'
import { MembersCache } from './features/members/members.cache.ts'
import { NotificationsCache } from './features/notifications/notifications.cache.ts'
import { PostPages } from './features/posts/post-pages.ts'
import { TokenCache } from './features/sessions/tokens.cache.ts'
import { AnswerPlans } from './http/answers/answer-plans.ts'
import { serializerOf } from './http/answers/serialization.ts'

/** All caches that the log of invalidations keeps current. Only this file knows all of them. */
export type Caches = ReturnType<typeof createCaches>

export function createCaches(log: InvalidationLog) {
  const follows = new FollowsCache(log)
  const pages = new PostPages(log, follows, serializerOf(ENDPOINTS.getPost.answer.properties.post))
  return {
    tokens: new TokenCache(log),
    plans: new AnswerPlans(log),
    follows,
    hidden: new HiddenCache(log),
    pages,
    apps: new StatusPages(log, pages),
    newest: new NewestCache(log, 'posts'),
    reposts: new NewestCache(log, 'reposts'),
    notifications: new NotificationsCache(log, serializerOf(ENDPOINTS.listNotifications.answer)),
    members: new MembersCache(log, follows, serializerOf(ENDPOINTS.getMember.answer.properties.user)),
  }
}

/** By the cache's name in /metrics. */
export function statsOf({ follows, pages, apps, ...others }: Caches): ReadonlyMap<string, CacheStats> {
  const { followed, edges } = follows
  const { lists, posts, reactions } = pages
  const { statuses, accounts } = apps
  return new Map(Object.entries({ ...others, followed, edges, lists, posts, reactions, statuses, accounts }))
}
