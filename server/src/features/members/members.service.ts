import type { RouteInput } from '@quack/contract'
import type { ProfileExtrasInput } from '@quack/contract/calls/members'
import { PRESET_AVATARS } from '@quack/contract/rules/avatars'
import { languageCode } from '@quack/contract/rules/languages'
import type { Locale } from '@quack/contract/rules/locales'
import { isBlank, isHttpUrl, oneLine, toWebsite } from '@quack/contract/rules/text'
import type { Updateable } from 'kysely'
import type { Static } from 'typebox'
import type { Connection, Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import type { MemberId, Schema } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { type Hidden, isHidden } from '../../reading/hidden.ts'
import { requireOwn, type Viewer } from '../../reading/viewer.ts'
import { mediaNameOf, unsignedUrl } from '../media/records/media.view.ts'
import { lockMedia, releaseAllMedia } from '../media/records/uploads.queries.ts'
import { findReadable, isForFollowers } from '../visibility/audience.ts'
import { scheduleCheck } from './link-checks.queries.ts'
import * as queries from './members.queries.ts'
import { linksOf, nextFields, picturesOf, readFields } from './profile-fields.ts'

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
  readonly profile?: Static<typeof ProfileExtrasInput> | undefined
  readonly bot?: boolean | undefined
  readonly username?: string | undefined
}

/**
 * A member may keep the present avatar even if it could not be chosen: the demo's members have avatars of their own.
 * @throws usernameFixed, websiteInvalid, avatarUrlInvalid, headerUrlInvalid, memberUnknown
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
  const { avatarURL, profile: { pronouns, headerURL, fields } = {} } = change
  if (pronouns !== undefined) columns.pronouns = isBlank(pronouns) ? '' : oneLine(pronouns)
  await db.write(async (transaction) => {
    if (avatarURL === undefined && headerURL === undefined && fields === undefined)
      return queries.updateMember(transaction, viewer.id, columns)
    const present = await queries.lockProfile(transaction, viewer.id)
    if (!present) throw new AppError('memberUnknown')
    const avatar = avatarURL === undefined ? present.avatar_url : unsignedUrl(avatarURL)
    if (avatar !== present.avatar_url) await requireAvatar(transaction, viewer.id, avatar)
    const header = headerURL === undefined ? present.header_name : mediaNameOf(headerURL)
    if (headerURL && (header === null || header !== present.header_name))
      await requireHeader(transaction, viewer.id, header)
    if (fields) {
      const next = nextFields(fields, readFields(present.fields))
      columns.fields = JSON.stringify(next)
      await scheduleCheck(transaction, viewer.id, { now: Date.now(), hasLinks: linksOf(next).size > 0 })
    }
    await queries.updateMember(transaction, viewer.id, { ...columns, avatar_url: avatar, header_name: header })
    const kept = picturesOf({ avatar_url: avatar, header_name: header })
    await releaseAllMedia(
      transaction,
      picturesOf(present).filter((url) => !kept.includes(url)),
    )
  })
}

/** @throws guestFixed */
export async function setWarnings(
  db: Database,
  viewer: Viewer,
  { readWarnings: read_warnings, sensitiveMedia }: RouteInput<'POST /api/account/warnings'>['body'],
): Promise<void> {
  requireOwn(viewer)
  const sensitive = sensitiveMedia !== undefined && { sensitive_media: sensitiveMedia ? (1 as const) : (0 as const) }
  const change = { ...(read_warnings && { read_warnings }), ...sensitive }
  if (Object.keys(change).length > 0)
    await db.write((transaction) => queries.updateMember(transaction, viewer.id, change))
}

/** @param languages codes, in the order of the member; none for all posts; @throws guestFixed */
export async function setLanguages(db: Database, viewer: Viewer, languages: readonly string[]): Promise<void> {
  requireOwn(viewer)
  const change = { languages: [...new Set(languages.map((code) => languageCode(code) ?? code))].join(' ') }
  await db.write((transaction) => queries.updateMember(transaction, viewer.id, change))
}

/** @param locale null if the browser decides; @throws guestFixed */
export async function setLocale(db: Database, viewer: Viewer, locale: Locale | null): Promise<void> {
  requireOwn(viewer)
  await db.write((transaction) => queries.updateMember(transaction, viewer.id, { locale: locale ?? '' }))
}

const PRESETS = new Set(PRESET_AVATARS.map((avatar) => avatar.url))

/** An avatar is a preset, a picture uploaded here, or an http(s) address. @throws avatarUrlInvalid */
export async function requireAvatar(transaction: Connection, member: MemberId, url: string): Promise<void> {
  if (PRESETS.has(url) || isHttpUrl(url)) return
  const name = mediaNameOf(url)
  if (!(await isPicture(transaction, member, name))) throw new AppError('avatarUrlInvalid')
}

async function requireHeader(transaction: Connection, member: MemberId, name: string | null): Promise<void> {
  if (!(await isPicture(transaction, member, name))) throw new AppError('headerUrlInvalid')
}

async function isPicture(transaction: Connection, member: MemberId, name: string | null): Promise<boolean> {
  const media = name === null ? null : await lockMedia(transaction, name, member)
  return media?.type === 'image'
}
