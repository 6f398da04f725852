import type { Member, MemberSummary } from '@quack/contract'
import type { Account, CredentialAccount, Relationship } from '@quack/contract/client-api/entities'
import { policyOf } from '@quack/contract/client-api/writing'
import { timeOfId } from '../../../database/ids.ts'
import { fieldHtml, htmlOf } from '../transport/html.ts'
import type { Urls } from '../transport/urls.ts'

/** Of members who have no picture above their profile. Apps need one. */
export const HEADER_PATH = '/avatars/header.webp'

/** With three digits of a second: some apps read no other form. @param time milliseconds since 1970 */
export const timeOf = (time: number): string => new Date(time).toISOString()

/** What an account shows of a member. */
type Shown = MemberSummary &
  Pick<Member, 'bio' | 'website' | 'profile' | 'bot' | 'private' | 'limited'> &
  Pick<Member, 'followersCount' | 'followingCount' | 'postsCount'>

/** Of a member whom the viewer has blocked, no counts are told, and only name and avatar of the profile. */
export const blockedView = (member: MemberSummary, urls: Urls): Account =>
  accountView({ ...member, bio: '', website: '', followersCount: 0, followingCount: 0, postsCount: 0 }, urls)

/** Empty for one who is called by the username, as members are who sign up in an app. */
export function displayNameOf({ firstName, lastName, username }: MemberSummary): string {
  const name = `${firstName} ${lastName}`.trim()
  return name === username ? '' : name
}

export function accountView(member: Shown, urls: Urls): Account {
  const avatar = urls.absolute(member.avatarURL)
  const header = urls.absolute(member.profile?.headerURL ?? HEADER_PATH)
  const url = urls.profile(member.username)
  return {
    id: member._id,
    username: member.username,
    acct: member.username,
    display_name: displayNameOf(member),
    note: htmlOf(member.bio, { mentioned: new Map(), tagUrl: urls.tag }),
    url,
    uri: url,
    avatar,
    avatar_static: avatar,
    header,
    header_static: header,
    locked: member.private === true,
    bot: member.bot === true,
    group: false,
    discoverable: true,
    indexable: !member.private && !member.limited,
    ...(member.limited && { limited: true }),
    created_at: timeOf(timeOfId(Number(member._id))),
    last_status_at: null,
    statuses_count: member.postsCount,
    followers_count: member.followersCount,
    following_count: member.followingCount,
    emojis: [],
    roles: [],
    fields: fieldsOf(member, 'html'),
  }
}

/** As the member sees themselves. */
export function credentialView(member: Member, urls: Urls): CredentialAccount {
  return {
    ...accountView(member, urls),
    source: {
      note: member.bio,
      fields: fieldsOf(member, 'text'),
      privacy: member.private ? 'private' : 'public',
      quote_policy: policyOf(member.whoMayQuote),
      sensitive: member.sensitiveMedia === true,
      indexable: member.private !== true,
      language: null,
      follow_requests_count: member.followRequests ?? 0,
      discoverable: true,
    },
    role: { id: '-99', name: '', color: '', permissions: '0', highlighted: false },
  }
}

/** The names under which apps know the website and the pronouns. */
export const WEBSITE = 'Website'
export const PRONOUNS = 'Pronouns'

function fieldsOf({ website, profile = {} }: Shown, form: 'html' | 'text'): Account['fields'] {
  const { pronouns = '', fields = [] } = profile
  const html = (value: string) => htmlOf(value, { mentioned: new Map(), tagUrl: () => '' }).slice(3, -4)
  const fieldOf = (name: string, value: string, toHtml = fieldHtml, time?: string) => ({
    name,
    value: form === 'text' ? value : toHtml(value),
    verified_at: time === undefined ? null : timeOf(Date.parse(time)),
  })
  return [
    ...(website === '' ? [] : [fieldOf(WEBSITE, website, html)]),
    ...(pronouns === '' ? [] : [fieldOf(PRONOUNS, pronouns)]),
    ...fields.map(({ name, value, verifiedAt }) => fieldOf(name, value, fieldHtml, verifiedAt)),
  ]
}

/** What a viewer and a member are to each other. */
export function relationshipView(
  { _id: id, viewer }: Pick<Member, '_id' | 'viewer'>,
  { isBlocking, hasAsked }: { readonly isBlocking: boolean; readonly hasAsked: boolean },
): Relationship {
  return {
    id,
    following: viewer?.following ?? false,
    showing_reblogs: viewer?.following === true && !viewer.hidesReposts,
    notifying: false,
    languages: [],
    followed_by: viewer?.followedBy ?? false,
    blocking: isBlocking,
    blocked_by: false,
    muting: viewer?.muted ?? false,
    muting_notifications: viewer?.muted ?? false,
    requested: viewer?.requested ?? false,
    requested_by: hasAsked,
    domain_blocking: false,
    endorsed: false,
    note: '',
  }
}
