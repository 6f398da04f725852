import { isDeepStrictEqual } from 'node:util'
import { NOTIFICATION_KINDS, type NotificationKind } from '@quack/contract'
import type { Random } from '@quack/testing/random'
import type { NotificationPage } from '../../src/features/notifications/notifications.service.ts'
import type { TestMember } from '../members.ts'
import type { Stage } from './perform.ts'
import { seenNotification } from './seen.ts'
import { notificationsOf, shownGroups, unreadOf } from './sight-of-notifications.ts'

/** A member who reads a list page by page, while others write. */
export interface Walk {
  readonly viewer: string
  readonly kind: NotificationKind | undefined
  readonly limit: number
  /** Of the next page; null for the first. */
  readonly cursor: string | null
  /** The latest event of the first page, and that of the last entry so far, by the order of the world. */
  readonly asOf?: number
  readonly before?: number
}

export function startWalk(random: Random, viewer: string): Walk {
  const kind = random.chance(0.3) ? random.pick(NOTIFICATION_KINDS) : undefined
  return { viewer, kind, limit: random.pick([1, 2, 3, 5, 100]), cursor: null }
}

/** Reads a page and compares it. @returns the problem, or the walk before its next page; null at the end */
export async function advance({ world, members, ids }: Stage, walk: Walk): Promise<string | Walk | null> {
  const { viewer, kind, limit, cursor } = walk
  const query = { limit: String(limit), ...(kind && { kind }), ...(cursor !== null && { cursor }) }
  const client = members.get(viewer) as TestMember
  const { status, body } = await client.send({ url: '/api/notifications', query })
  if (world.suspended.has(viewer)) return status === 401 ? null : `${status} to ${viewer}, who is suspended`
  if (status !== 200) return `${status} to ${viewer}: ${JSON.stringify(body)}`
  const { notifications, nextCursor, unread, latest } = body as NotificationPage
  const groups = shownGroups(world, viewer, walk)
  const wanted = {
    entries: notificationsOf(world, viewer, walk).slice(0, limit),
    hasMore: groups.length > limit,
    unread: unreadOf(world, viewer),
    isEmpty: shownGroups(world, viewer).length === 0,
  }
  const seen = {
    entries: notifications.map((each) => seenNotification(each, (id) => ids.numberOf(id))),
    hasMore: nextCursor !== null,
    unread,
    isEmpty: latest === null,
  }
  if (!isDeepStrictEqual(seen, wanted)) {
    return `${JSON.stringify(walk)}\n  server: ${JSON.stringify(seen)}\n  world: ${JSON.stringify(wanted)}`
  }
  const last = groups[limit - 1]
  if (nextCursor === null || !last) return null
  return { ...walk, cursor: nextCursor, asOf: walk.asOf ?? groups[0]?.newest ?? 0, before: last.newest }
}
