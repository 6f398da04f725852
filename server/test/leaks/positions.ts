import type { NotificationPage } from '../../src/features/notifications/notifications.service.ts'
import type { TestMember } from '../members.ts'
import type { Write } from './choose.ts'
import type { Stage } from './perform.ts'
import { shownGroups } from './sight-of-notifications.ts'

/** Up to where a member has seen the own notifications: as the server says it, and as the world does. */
export interface Position {
  readonly upTo: string
  readonly order: number
}
const START: Position = { upTo: '0', order: 0 }

/** The present one, or one that was read before: another device may send it late. */
export async function positionOf(stage: Stage, { by: member, number, isEarlier }: Write): Promise<Position> {
  const { world, members, positions } = stage
  if (world.suspended.has(member)) return START
  const known = positions.get(member) ?? []
  const earlier = known[number % Math.max(1, known.length)]
  if (isEarlier && earlier) return earlier
  const client = members.get(member) as TestMember
  const { latest }: NotificationPage = await client.call('GET /api/notifications', { query: { limit: 1 } })
  const position = latest === null ? START : { upTo: latest, order: shownGroups(world, member)[0]?.newest ?? 0 }
  positions.set(member, [...known, position])
  return position
}
