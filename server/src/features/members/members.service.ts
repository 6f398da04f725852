import { PRESET_AVATARS } from '@quack/contract/avatars'
import { isHttpUrl, toWebsite } from '@quack/contract/text'
import type { Updateable } from 'kysely'
import type { Connection, Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import type { MemberId, Schema } from '../../database/schema.ts'
import { AppError } from '../../http/errors.ts'
import type { Viewer } from '../../http/viewer.ts'
import { findMedia } from '../media/media.queries.ts'
import { mediaNameOf } from '../media/media.view.ts'
import * as queries from './members.queries.ts'

/** @throws memberUnknown */
export async function getIdByUsername(db: Connection, username: string): Promise<MemberId> {
  const id = await queries.findIdByUsername(db, username)
  if (id === null) throw new AppError('memberUnknown')
  return id
}

/** The member id in an address. @throws memberUnknown for one that can't be */
export function parseMemberId(text: string): MemberId {
  const id = parseId<MemberId>(text)
  if (id === null) throw new AppError('memberUnknown')
  return id
}

export interface ProfileChange {
  readonly bio?: string | undefined
  readonly website?: string | undefined
  readonly avatarURL?: string | undefined
  readonly username?: string | undefined
}

/** @throws usernameFixed, websiteInvalid, avatarUrlInvalid */
export async function editProfile(db: Database, viewer: Viewer, change: ProfileChange): Promise<void> {
  if (change.username !== undefined && change.username !== viewer.username) throw new AppError('usernameFixed')
  const columns: Updateable<Schema['members']> = { updated_at: Date.now() }
  if (change.bio !== undefined) columns.bio = change.bio
  if (change.website !== undefined) {
    const website = toWebsite(change.website)
    if (website === null) throw new AppError('websiteInvalid')
    columns.website = website
  }
  if (change.avatarURL !== undefined) {
    await requireAvatar(db.read, change.avatarURL, viewer.id)
    columns.avatar_url = change.avatarURL
  }
  await db.write((transaction) => queries.updateMember(transaction, viewer.id, columns))
}

const PRESETS = new Set(PRESET_AVATARS.map((avatar) => avatar.url))

/**
 * An avatar is a preset, a picture uploaded here, an http(s) address, or what the member has already (the demo's
 * members wear faces that nobody else can choose). @throws avatarUrlInvalid
 */
export async function requireAvatar(db: Connection, url: string, member: MemberId | null): Promise<void> {
  if (PRESETS.has(url) || isHttpUrl(url)) return
  const name = mediaNameOf(url)
  if (name !== null && (await findMedia(db, name))?.type === 'image') return
  const [present] = member === null ? [] : await queries.listSummaryRows(db, [member])
  if (present?.avatar_url !== url) throw new AppError('avatarUrlInvalid')
}
