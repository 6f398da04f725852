import { PRESET_AVATARS } from '@quack/contract/rules/avatars'
import { isHttpUrl, toWebsite } from '@quack/contract/rules/text'
import type { Updateable } from 'kysely'
import type { Connection, Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import type { MemberId, Schema } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { type Hidden, isHidden } from '../../reading/hidden.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { mediaNameOf, unsignedUrl } from '../media/records/media.view.ts'
import { lockMedia, releaseMedia } from '../media/records/uploads.queries.ts'
import { findReadable, isForFollowers } from '../visibility/audience.ts'
import * as queries from './members.queries.ts'

/** @throws memberUnknown, also if the viewer does not see the member */
export async function getIdByUsername(db: Connection, username: string, hidden: Hidden): Promise<MemberId> {
  const id = await queries.findIdByUsername(db, username)
  if (id === null || isHidden(hidden, id)) throw new AppError('memberUnknown')
  return id
}

/**
 * As getIdByUsername, for the lists of a member.
 * @returns `followersOf`: the member, if only followers see the lists
 * @throws memberUnknown, followersOnly
 */
export async function getReadableMember(
  db: Connection,
  username: string,
  { viewer, hidden }: { readonly viewer: Viewer | null; readonly hidden: Hidden },
): Promise<{ id: MemberId; followersOf: MemberId | null }> {
  const member = await queries.findByUsername(db, username)
  if (!member || isHidden(hidden, member.id)) throw new AppError('memberUnknown')
  const isReadable = await findReadable(db, viewer?.id ?? null, [member])
  if (!isReadable(member.id)) throw new AppError('followersOnly')
  return { id: member.id, followersOf: isForFollowers(member) ? member.id : null }
}

/** Parses the member id in an address. @throws memberUnknown if it cannot be one */
export function parseMemberId(text: string): MemberId {
  const id = parseId<MemberId>(text)
  if (id === null) throw new AppError('memberUnknown')
  return id
}

export interface ProfileChange {
  readonly bio?: string | undefined
  readonly website?: string | undefined
  readonly avatarURL?: string | undefined
  readonly bot?: boolean | undefined
  readonly username?: string | undefined
}

/**
 * A member may keep the present avatar even if it could not be chosen: the demo's members have avatars of their own.
 * @throws usernameFixed, websiteInvalid, avatarUrlInvalid
 */
export async function editProfile(
  db: Database,
  viewer: Viewer,
  change: ProfileChange,
  names: Pick<Updateable<Schema['members']>, 'first_name' | 'last_name'> = {},
): Promise<void> {
  if (change.username !== undefined && change.username !== viewer.username) throw new AppError('usernameFixed')
  const columns: Updateable<Schema['members']> = { ...names, updated_at: Date.now() }
  if (change.bio !== undefined) columns.bio = change.bio
  if (change.bot !== undefined) columns.is_bot = change.bot ? 1 : 0
  if (change.website !== undefined) {
    const website = toWebsite(change.website)
    if (website === null) throw new AppError('websiteInvalid')
    columns.website = website
  }
  const avatar = change.avatarURL === undefined ? undefined : unsignedUrl(change.avatarURL)
  await db.write(async (transaction) => {
    if (avatar === undefined) return queries.updateMember(transaction, viewer.id, columns)
    const present = await queries.findAvatarForEdit(transaction, viewer.id)
    if (avatar !== present) await requireAvatar(transaction, viewer.id, avatar)
    await queries.updateMember(transaction, viewer.id, { ...columns, avatar_url: avatar })
    if (avatar !== present) await releaseMedia(transaction, present)
  })
}

const PRESETS = new Set(PRESET_AVATARS.map((avatar) => avatar.url))

/** An avatar is a preset, a picture uploaded here, or an http(s) address. @throws avatarUrlInvalid */
export async function requireAvatar(transaction: Connection, member: MemberId, url: string): Promise<void> {
  if (PRESETS.has(url) || isHttpUrl(url)) return
  const name = mediaNameOf(url)
  const media = name === null ? null : await lockMedia(transaction, name, member)
  if (media?.type !== 'image') throw new AppError('avatarUrlInvalid')
}
