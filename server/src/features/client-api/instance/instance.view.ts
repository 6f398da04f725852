import type { SignUpRule } from '@quack/contract'
import type { InstanceV1, InstanceV2 } from '@quack/contract/client-api/entities'
import * as limits from '@quack/contract/rules/limits'
import { PAGE_PATHS } from '@quack/contract/rules/page-paths'
import type { Installation } from '../../installation/installation.service.ts'
import { PIXELS_MAX } from '../../media/decoding/picture-cost.ts'
import { FRAME_PIXELS_MAX } from '../../media/decoding/videos.ts'
import { MEDIA_TYPES } from '../../media/intake/media.service.ts'
import type { Urls } from '../transport/urls.ts'

export interface InstanceFacts extends Installation {
  readonly urls: Urls
  readonly version: string
  /** Of the operator: an e-mail address or a page. */
  readonly contact: string | null
}

/** Apps hide what the version that is named first does not have. */
const COMPATIBLE_WITH = '4.2.0'
/** Apps choose calls by it. The next one promises grouped notifications. */
const API_VERSION = 1
const ICON = '/icons/icon-512.png'

const LIMITS = {
  accounts: {
    ...{ max_featured_tags: 0, max_pinned_statuses: 1, max_profile_fields: 2 + limits.FIELDS_MAX },
    ...{ max_display_name_length: 2 * limits.NAME_MAX_LENGTH + 1, max_note_length: limits.BIO_MAX_LENGTH },
    // Besides website and pronouns.
    ...{ profile_field_name_limit: limits.FIELD_NAME_MAX_LENGTH },
    ...{ profile_field_value_limit: limits.FIELD_VALUE_MAX_LENGTH },
  },
  // An address counts by its length here. Apps cannot be told so, and expect this number.
  statuses: {
    max_characters: limits.POST_MAX_LENGTH,
    max_media_attachments: limits.PICTURES_MAX,
    characters_reserved_per_url: 23,
  },
  media_attachments: {
    ...{ supported_mime_types: MEDIA_TYPES, description_limit: limits.ALT_MAX_LENGTH },
    ...{ image_size_limit: limits.POST_MEDIA_MAX_BYTES - 1, image_matrix_limit: PIXELS_MAX },
    ...{ video_size_limit: limits.POST_MEDIA_MAX_BYTES - 1, video_matrix_limit: FRAME_PIXELS_MAX },
    // None is refused for its rate, but apps read a number.
    video_frame_rate_limit: 240,
  },
  polls: {
    ...{ max_options: limits.POLL_OPTIONS_MAX, max_characters_per_option: limits.POLL_OPTION_MAX_LENGTH },
    ...{ min_expiration: limits.POLL_SECONDS_MIN, max_expiration: limits.POLL_SECONDS_MAX },
  },
}

export const ruleViews = (rules: Installation['rules']) =>
  rules.map(({ id, title, text }) => ({ id, text: title, hint: text }))

/** Whether anybody can make an account in an app. Invitations are links to our own page. */
export const isOpen = ({ mode }: SignUpRule): boolean => mode === 'open' || mode === 'approval'

const common = ({ version, about, rules }: InstanceFacts) => ({
  title: 'Quack',
  version: `${COMPATIBLE_WITH} (compatible; Quack ${version})`,
  description: about,
  languages: ['en'],
  rules: ruleViews(rules),
})
const emailOf = ({ contact }: InstanceFacts) => (contact?.includes('@') && !contact.includes('/') ? contact : '')
const streamingOf = ({ origin }: Urls) => origin.replace(/^http/, 'ws')

export function instanceV1(facts: InstanceFacts, totals: { members: number; posts: number }): InstanceV1 {
  const { urls, about, signUp } = facts
  return {
    ...{ ...common(facts), uri: urls.host, short_description: about, email: emailOf(facts), contact_account: null },
    urls: { streaming_api: streamingOf(urls) },
    stats: { user_count: totals.members, status_count: totals.posts, domain_count: 0 },
    thumbnail: urls.absolute(ICON),
    registrations: isOpen(signUp),
    approval_required: signUp.mode === 'approval',
    invites_enabled: signUp.mode === 'invitation',
    configuration: LIMITS,
  }
}

export function instanceV2(facts: InstanceFacts, vapidKey: string): InstanceV2 {
  const { urls, rules, signUp } = facts
  const about = rules.length > 0 ? urls.origin + PAGE_PATHS.about : null
  const needsApproval = signUp.mode === 'approval'
  return {
    ...{ ...common(facts), domain: urls.host, source_url: urls.origin, api_versions: { mastodon: API_VERSION } },
    // Nobody counts them.
    usage: { users: { active_month: 0 } },
    thumbnail: { url: urls.absolute(ICON) },
    icon: [{ src: urls.absolute(ICON), size: '512x512' }],
    configuration: {
      ...{ ...LIMITS, vapid: { public_key: vapidKey }, translation: { enabled: false } },
      urls: { streaming: streamingOf(urls), about, status: null, privacy_policy: null, terms_of_service: null },
    },
    registrations: {
      enabled: isOpen(signUp),
      approval_required: needsApproval,
      reason_required: needsApproval && signUp.question !== '',
      message: signUp.question || null,
      url: urls.origin + PAGE_PATHS.signup,
    },
    contact: { email: emailOf(facts), account: null },
  }
}
