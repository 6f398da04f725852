import { type Static, type TSchema, Type } from 'typebox'

/** The entities of the client API, with the fields that its apps read, also those that Quack has no value for. */

const Id = Type.String()
const Text = Type.String()
const Count = Type.Integer()
const Time = Type.String({ description: 'RFC 3339, in UTC, with three digits of a second' })
const none = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Nothing = Type.Null()
const Empty = Type.Array(Type.Object({}))

const Field = Type.Object({ name: Text, value: Text, verified_at: none(Time) })

const ACCOUNT = {
  id: Id,
  username: Text,
  acct: Text,
  display_name: Text,
  note: Type.String({ description: 'HTML' }),
  url: Text,
  uri: Text,
  avatar: Text,
  avatar_static: Text,
  header: Text,
  header_static: Text,
  locked: Type.Boolean(),
  bot: Type.Boolean(),
  group: Type.Boolean(),
  discoverable: Type.Boolean(),
  indexable: Type.Boolean({ description: 'Whether everyone finds the posts' }),
  limited: Type.Optional(Type.Boolean()),
  created_at: Time,
  last_status_at: none(Text),
  statuses_count: Count,
  followers_count: Count,
  following_count: Count,
  emojis: Empty,
  roles: Empty,
  fields: Type.Array(Field),
}
export const Account = Type.Object(ACCOUNT)
export type Account = Static<typeof Account>

export const CredentialAccount = Type.Object({
  ...ACCOUNT,
  source: Type.Object({
    note: Text,
    fields: Type.Array(Field),
    privacy: Type.Enum(['public', 'private']),
    quote_policy: Text,
    sensitive: Type.Boolean(),
    language: none(Text),
    follow_requests_count: Count,
    discoverable: Type.Boolean(),
    indexable: Type.Boolean(),
  }),
  role: Type.Object({ id: Id, name: Text, color: Text, permissions: Text, highlighted: Type.Boolean() }),
})
export type CredentialAccount = Static<typeof CredentialAccount>

const Size = Type.Object({ width: Count, height: Count, size: Text, aspect: Type.Number() })
export const MediaAttachment = Type.Object({
  id: Id,
  type: Type.Enum(['image', 'video', 'gifv', 'unknown']),
  url: none(Text),
  preview_url: none(Text),
  remote_url: Nothing,
  text_url: Nothing,
  meta: Type.Object({ original: Type.Optional(Size), small: Type.Optional(Size) }),
  description: none(Text),
  blurhash: none(Text),
})
export type MediaAttachment = Static<typeof MediaAttachment>

const Mention = Type.Object({ id: Id, username: Text, acct: Text, url: Text })
const StatusTag = Type.Object({ name: Text, url: Text })
const Application = Type.Object({ name: Text, website: none(Text) })

export const FilterKeyword = Type.Object({ id: Id, keyword: Text, whole_word: Type.Boolean() })
export const Filter = Type.Object({
  ...{ id: Id, title: Text, context: Type.Array(Text), expires_at: none(Time) },
  ...{ filter_action: Type.Enum(['hide', 'warn']), keywords: Type.Array(FilterKeyword), statuses: Empty },
})
export type Filter = Static<typeof Filter>
const FilterResult = Type.Object({ filter: Filter, keyword_matches: Type.Array(Text), status_matches: Empty })

/** What a status shows of the first address in its text. */
const PreviewCard = Type.Object({
  ...{ url: Text, title: Text, description: Text, type: Type.Enum(['link']) },
  ...{
    author_name: Text,
    author_url: Text,
    authors: Type.Array(Type.Object({ name: Text, url: Text, account: Nothing })),
  },
  ...{ provider_name: Text, provider_url: Text, html: Text, embed_url: Text },
  ...{ width: Count, height: Count, image: none(Text), image_description: Text, blurhash: none(Text) },
  ...{ language: Nothing, published_at: Nothing },
})

export const Poll = Type.Object({
  ...{ id: Id, expires_at: Time, expired: Type.Boolean(), multiple: Type.Boolean() },
  votes_count: Type.Integer({ minimum: 0, description: '0 while the viewer does not see the results' }),
  voters_count: none(Count),
  options: Type.Array(Type.Object({ title: Text, votes_count: none(Count) })),
  emojis: Empty,
  voted: Type.Optional(Type.Boolean()),
  own_votes: Type.Optional(Type.Array(Count)),
})
export type Poll = Static<typeof Poll>

const STATUS = {
  id: Id,
  uri: Text,
  url: Text,
  created_at: Time,
  edited_at: none(Time),
  content: Type.String({ description: 'HTML' }),
  /** The text itself, of a status that was just deleted. */
  text: Type.Optional(Text),
  visibility: Type.Enum(['public', 'private']),
  sensitive: Type.Boolean(),
  spoiler_text: Text,
  mentions: Type.Array(Mention),
  tags: Type.Array(StatusTag),
  emojis: Empty,
  replies_count: Count,
  reblogs_count: Count,
  favourites_count: Count,
  quotes_count: Count,
  language: none(Text),
  in_reply_to_id: none(Id),
  in_reply_to_account_id: none(Id),
  reblog: Nothing,
  poll: none(Poll),
  card: none(PreviewCard),
  application: none(Application),
  filtered: Type.Array(FilterResult),
  // From here on, what an answer is assembled with (status-pages.ts), in this order.
  account: Account,
  media_attachments: Type.Array(MediaAttachment),
  quote: Nothing,
  quote_approval: Type.Object({
    automatic: Type.Array(Type.Enum(['public', 'followers'])),
    manual: Type.Array(Text),
    current_user: Type.Enum(['automatic', 'denied']),
  }),
  favourited: Type.Optional(Type.Boolean()),
  reblogged: Type.Optional(Type.Boolean()),
  bookmarked: Type.Optional(Type.Boolean()),
  muted: Type.Optional(Type.Boolean()),
  pinned: Type.Optional(Type.Boolean()),
}
/** What a status shows of the one that it quotes: all but what that quotes itself. Null for those who do not see it. */
const Quote = Type.Object({
  state: Type.Enum(['accepted', 'unauthorized']),
  quoted_status: none(Type.Object(STATUS)),
})
const QUOTING = { ...STATUS, quote: none(Quote) }
/** A repost has a status of its own, which says what the reposted one says. */
export const Status = Type.Object({ ...QUOTING, reblog: none(Type.Object(QUOTING)) })
export type Status = Static<typeof Status>

export const Relationship = Type.Object({
  id: Id,
  following: Type.Boolean(),
  showing_reblogs: Type.Boolean(),
  notifying: Type.Boolean(),
  languages: Type.Array(Text),
  followed_by: Type.Boolean(),
  blocking: Type.Boolean(),
  blocked_by: Type.Boolean(),
  muting: Type.Boolean(),
  muting_notifications: Type.Boolean(),
  requested: Type.Boolean(),
  requested_by: Type.Boolean(),
  domain_blocking: Type.Boolean(),
  endorsed: Type.Boolean(),
  note: Text,
})
export type Relationship = Static<typeof Relationship>

export const Context = Type.Object({ ancestors: Type.Array(Status), descendants: Type.Array(Status) })

export const Rule = Type.Object({ id: Id, text: Text, hint: Text })

const Flag = Type.Boolean()
const Limits = Type.Record(Text, Type.Unknown(), { description: 'What an app has to keep to, and where things are' })
const INSTANCE = {
  ...{ title: Text, description: Text, languages: Type.Array(Text), rules: Type.Array(Rule), configuration: Limits },
  version: Type.String({ description: 'That of the API which it is compatible with, then our own' }),
}
export const InstanceV1 = Type.Object({
  ...{ ...INSTANCE, uri: Text, short_description: Text, email: Text, thumbnail: Text, contact_account: Nothing },
  ...{ registrations: Flag, approval_required: Flag, invites_enabled: Flag },
  urls: Type.Object({ streaming_api: Text }),
  stats: Type.Object({ user_count: Count, status_count: Count, domain_count: Count }),
})
export type InstanceV1 = Static<typeof InstanceV1>

const WAYS_IN = { enabled: Flag, approval_required: Flag, reason_required: Flag, message: none(Text), url: Text }
export const InstanceV2 = Type.Object({
  ...{ ...INSTANCE, domain: Text, source_url: Text, registrations: Type.Object(WAYS_IN) },
  usage: Type.Object({ users: Type.Object({ active_month: Count }) }),
  thumbnail: Type.Object({ url: Text }),
  icon: Type.Array(Type.Object({ src: Text, size: Text })),
  contact: Type.Object({ email: Text, account: Nothing }),
  api_versions: Type.Object({ mastodon: Count }),
})
export type InstanceV2 = Static<typeof InstanceV2>

export const NodeInfo = Type.Object({
  ...{ version: Type.Literal('2.0'), software: Type.Object({ name: Text, version: Text }), openRegistrations: Flag },
  ...{ protocols: Empty, services: Type.Object({ inbound: Empty, outbound: Empty }) },
  usage: Type.Object({ users: Type.Object({ total: Count }), localPosts: Count }),
  metadata: Type.Object({ nodeName: Text, upstream: Type.Object({ name: Text }) }),
})

export const Notification = Type.Object({
  type: Type.Enum(['favourite', 'reblog', 'quote', 'mention', 'update', 'follow', 'follow_request', 'poll']),
  ...{ id: Id, created_at: Time, group_key: Text, account: Account, status: none(Status) },
})
export type Notification = Static<typeof Notification>

export const Marker = Type.Object({ last_read_id: Id, version: Count, updated_at: Time })
export type Marker = Static<typeof Marker>

export const FilterV1 = Type.Object({
  ...{ id: Id, phrase: Text, context: Type.Array(Text), whole_word: Type.Boolean() },
  ...{ expires_at: none(Time), irreversible: Type.Boolean() },
})

export const Report = Type.Object({
  ...{ id: Id, action_taken: Type.Boolean(), action_taken_at: Nothing, category: Text, comment: Text },
  ...{ forwarded: Type.Boolean(), created_at: Time, status_ids: Type.Array(Id), rule_ids: Type.Array(Id) },
  target_account: Account,
})
export const Tag = Type.Object({
  /** Its key: an own id would tell when somebody has used it first. */
  id: Id,
  name: Text,
  url: Text,
  history: Empty,
  following: Type.Optional(Type.Boolean()),
})
export type Tag = Static<typeof Tag>

export const StatusEdit = Type.Object({
  content: Text,
  spoiler_text: Text,
  sensitive: Type.Boolean(),
  created_at: Time,
  account: Account,
  media_attachments: Type.Array(MediaAttachment),
  emojis: Empty,
  poll: Nothing,
})

export const FamiliarFollowers = Type.Object({ id: Id, accounts: Type.Array(Account) })
export const Suggestion = Type.Object({ source: Text, sources: Type.Array(Text), account: Account })
export const SearchResults = Type.Object({
  accounts: Type.Array(Account),
  statuses: Type.Array(Status),
  hashtags: Type.Array(Tag),
})
export type SearchResults = Static<typeof SearchResults>

/** Refusals. Those of OAuth 2 have a description, and those of input may have the fields. */
export const Refusal = Type.Object({
  error: Text,
  error_description: Type.Optional(Text),
  details: Type.Optional(Type.Record(Text, Type.Array(Type.Object({ error: Text, description: Text })))),
})
