import {
  type Digest,
  type KindSettings,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSettings,
  type QuietHours,
} from '@quack/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { requireOwn, type Viewer } from '../../reading/viewer.ts'
import { lockPost } from '../posts/posts.queries.ts'
import { requireVisible } from '../visibility/visibility.ts'
import { putDigest } from './digest.queries.ts'
import * as queries from './settings.queries.ts'

const ALL: KindSettings = { list: true, push: true, from: 'everyone' }

export async function readSettings(db: Connection, member: MemberId): Promise<NotificationSettings> {
  const { kinds, ...preferences } = await queries.readChoices(db, member)
  const chosen = NOTIFICATION_KINDS.map((kind) => [kind, kinds.get(kind) ?? ALL] as const)
  return { kinds: Object.fromEntries(chosen) as Record<NotificationKind, KindSettings>, ...preferences }
}

export interface SettingsInput {
  readonly kinds?: Partial<Record<NotificationKind, KindSettings>>
  readonly quietHours?: QuietHours | null
  readonly pushText?: boolean
  readonly digest?: Digest
}

/** What is not sent stays as it is. @throws guestFixed, timeZoneUnknown */
export async function changeSettings(db: Database, viewer: Viewer, input: SettingsInput): Promise<void> {
  requireOwn(viewer)
  const { kinds = {}, quietHours, pushText, digest } = input
  if (quietHours) requireTimeZone(quietHours.timeZone)
  const given = NOTIFICATION_KINDS.flatMap((kind) => {
    const settings = kinds[kind]
    return settings ? [[kind, settings] as const] : []
  })
  await db.write(async (transaction) => {
    await queries.putKinds(transaction, viewer.id, given)
    await queries.putPreferences(transaction, viewer.id, {
      ...(pushText !== undefined && { push_text: pushText ? 1 : 0 }),
      ...(quietHours !== undefined && { quiet_hours: quietHours && JSON.stringify(quietHours) }),
    })
    if (digest !== undefined) await putDigest(transaction, viewer.id, digest, Date.now())
  })
}

/** @throws timeZoneUnknown */
function requireTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    throw new AppError('timeZoneUnknown')
  }
}

/** Sets whether a post causes no notifications for the viewer. @throws postUnknown */
export async function setPostMuted(db: Database, viewer: Viewer, post: PostId, isMuted: boolean): Promise<void> {
  await db.write(async (transaction) => {
    const author = await lockPost(transaction, post)
    if (author === null) throw new AppError('postUnknown')
    await requireVisible(transaction, viewer.id, author, 'postUnknown')
    if (isMuted) await queries.insertPostMute(transaction, { member: viewer.id, post, at: db.ids.next() })
    else await queries.deletePostMute(transaction, { member: viewer.id, post })
  })
}
