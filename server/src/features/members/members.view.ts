import type { Member, MemberSummary } from '@quack/contract'
import { Member as MemberSchema } from '@quack/contract/entities/entities'
import { timeOfId } from '../../database/ids.ts'
import type { MemberId } from '../../database/schema.ts'
import { timestamp } from '../../reading/timestamp.ts'
import { mediaUrl } from '../media/records/media.view.ts'
import type { MemberRow, SummaryRow } from './members.queries.ts'
import { fieldsView } from './profile-fields.ts'

export function summaryView(row: SummaryRow): MemberSummary {
  return { _id: String(row.id), ...authorView(row) }
}

/** The author of a post or comment, with the member's present names. */
export function authorView(row: Omit<SummaryRow, 'id'>) {
  return {
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    avatarURL: row.avatar_url,
  }
}

/**
 * @param isOwn whether the viewer is this member. Only then it has, for instance, e-mail, bookmarks and the extra
 * fields
 * @param followRequests how many wait for the member's answer; 0 for all members but the viewer
 */
export function memberView(of: {
  row: MemberRow
  isOwn: boolean
  followers: MemberSummary[]
  following: MemberSummary[]
  bookmarks: readonly number[]
  followRequests: number
  viewer: Member['viewer'] | undefined
}): Member {
  const { row, isOwn, viewer } = of
  return {
    // First, so that an extra field cannot replace a field of the entity.
    ...(isOwn ? extraOf(row) : null),
    ...summaryView(row),
    bio: row.bio,
    website: row.website,
    ...profileView(row),
    ...(isOwn ? { email: row.email } : null),
    ...(isOwn && row.role ? { role: row.role } : null),
    ...(isOwn && row.unread_decisions > 0 ? { unreadDecisions: row.unread_decisions } : null),
    ...(isOwn && row.unread_events > 0 ? { unreadAccountEvents: row.unread_events } : null),
    ...(isOwn && row.resumes_home === 1 ? { resumesHome: true } : null),
    ...(isOwn && row.who_may_repost === 'nobody' ? { whoMayRepost: 'nobody' as const } : null),
    ...(isOwn && row.who_may_quote !== 'everyone' ? { whoMayQuote: row.who_may_quote } : null),
    ...(isOwn && row.read_warnings !== 'author' ? { readWarnings: row.read_warnings } : null),
    ...(isOwn && row.sensitive_media === 1 ? { sensitiveMedia: true } : null),
    ...(isOwn && row.languages !== '' ? { readLanguages: row.languages.split(' ') } : null),
    ...(isOwn && row.locale !== '' ? { locale: row.locale } : null),
    ...(row.is_private === 1 ? { private: true } : null),
    ...(row.limited_at === null ? null : { limited: true }),
    ...(row.is_bot === 1 ? { bot: true } : null),
    ...(of.followRequests > 0 ? { followRequests: of.followRequests } : null),
    followers: of.followers,
    following: of.following,
    followersCount: row.followers_count,
    followingCount: row.following_count,
    postsCount: row.posts_count,
    pinnedPost: row.pinned_post === null ? null : String(row.pinned_post),
    bookmarks: isOwn ? of.bookmarks.map(String) : [],
    ...(viewer ? { viewer } : null),
    createdAt: timestamp(timeOfId(row.id)),
    updatedAt: timestamp(row.updated_at),
  }
}

/** Without the names of fields that members have got since: those who signed up before may have chosen them. */
function extraOf({ extra }: MemberRow): Record<string, unknown> {
  if (extra === '{}') return {}
  const fields = Object.entries(JSON.parse(extra) as Record<string, unknown>)
  return Object.fromEntries(fields.filter(([name]) => !(name in MemberSchema.properties)))
}

/** What the member has added to the profile; nothing if that is nothing. */
function profileView({ pronouns, header_name: header, fields }: MemberRow): Pick<Member, 'profile'> {
  if (pronouns === '' && header === null && fields === '[]') return {}
  return {
    profile: {
      ...(pronouns !== '' && { pronouns }),
      ...(header !== null && { headerURL: mediaUrl(header) }),
      ...(fields !== '[]' && { fields: fieldsView(fields) }),
    },
  }
}

/**
 * @param end of the viewer's mute, in milliseconds since 1970; infinite if it does not end, null if there is no mute
 */
export function muteView(end: number | null): { muted?: true; mutedUntil?: string } {
  if (end === null) return {}
  return { muted: true, ...(Number.isFinite(end) && { mutedUntil: timestamp(end) }) }
}

/**
 * Puts the viewer first in a nested list that contains the viewer. So the list shows it even if it is cut.
 */
export function viewerFirst(
  newest: readonly MemberId[] | undefined,
  viewer: MemberId | null,
  isListed: boolean,
  embed: number,
): readonly MemberId[] {
  if (viewer === null || !isListed || embed === 0) return newest ?? []
  return [viewer, ...(newest ?? []).filter((id) => id !== viewer)].slice(0, embed)
}
