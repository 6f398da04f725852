import type { Connection } from '../../database/database.ts'
import { timeOfId } from '../../database/ids.ts'
import type { MemberId, Schema } from '../../database/schema.ts'
import { timestamp } from '../../reading/timestamp.ts'
import * as queries from './archive.queries.ts'

export interface Row {
  /** Its key in the list. */
  readonly key: number
}
export type List = (
  db: Connection,
  member: MemberId,
  after: number,
) => Promise<readonly (Row & { readonly says: unknown })[]>

const reactions =
  (table: 'likes' | 'dislikes' | 'bookmarks' | 'notification_mutes'): List =>
  async (db, member, after) =>
    (await queries.listReactions(db, table, member, after)).map((row) => ({
      key: row.key,
      says: { post: row.public_id, at: timestamp(timeOfId(row.at)) },
    }))

const people =
  (
    read: (db: Connection, member: MemberId, after: number) => Promise<readonly { key: number; username: string }[]>,
  ): List =>
  async (db, member, after) =>
    (await read(db, member, after)).map((row) => ({
      key: row.key,
      says: { username: row.username, at: timestamp(timeOfId(row.key)) },
    }))

const followedTags: List = async (db, member, after) =>
  (await queries.listFollowedTags(db, member, after)).map(({ key, tag }) => ({
    key,
    says: { tag, at: timestamp(timeOfId(key)) },
  }))

const mutedWords: List = async (db, member, after) =>
  (await queries.listMutedWords(db, member, after)).map(({ key, phrase, action }) => ({
    key,
    says: { phrase, action },
  }))

/** For lists of a few rows, which are one page. */
const short =
  <Entry>(
    read: (db: Connection, member: MemberId) => Promise<readonly Entry[]>,
    says: (entry: Entry) => unknown,
  ): List =>
  async (db, member, after) =>
    after >= 0 ? [] : (await read(db, member)).map((entry, key) => ({ key, says: says(entry) }))

const notificationKinds = short(queries.listNotificationKinds, ({ kind, list, push, audience }) => ({
  kind,
  list: list === 1,
  push: push === 1,
  from: audience,
}))

const notifications = short(queries.listNotificationPreferences, ({ push_text, quiet_hours, digest }) => ({
  pushText: push_text === 1,
  quietHours: JSON.parse(quiet_hours ?? 'null') as unknown,
  digest,
}))

const readingPositions = short(queries.listFeedPositions, ({ sort, post_id, line_offset, read_at, device }) => ({
  sort,
  postId: String(post_id),
  offset: line_offset,
  readAt: new Date(read_at).toISOString(),
  device,
}))

const pinned: List = async (db, member, after) =>
  (await queries.listPinned(db, member, after)).map((row) => ({ key: row.key, says: { post: row.public_id } }))

const posts: List = async (db, member, after) =>
  (await queries.listPosts(db, member, after)).map((row) => ({
    key: row.key,
    says: {
      id: row.public_id,
      content: row.content,
      mediaUrl: row.media_url,
      type: row.media_type,
      alt: row.alt,
      language: row.lang,
      ...(row.media_name === null ? null : { file: `media/${row.media_name}` }),
      likeCount: row.like_count,
      createdAt: timestamp(timeOfId(row.key)),
      updatedAt: timestamp(row.updated_at),
    },
  }))

const comments: List = async (db, member, after) =>
  (await queries.listComments(db, member, after)).map((row) => ({
    key: row.key,
    says: {
      _id: String(row.key),
      post: row.public_id,
      text: row.text,
      createdAt: timestamp(timeOfId(row.key)),
      updatedAt: timestamp(row.updated_at),
    },
  }))

const votes: List = async (db, member, after) =>
  (await queries.listVotes(db, member, after)).map((row) => ({
    key: row.key,
    says: { comment: String(row.key), vote: row.vote === 1 ? 'up' : 'down', at: timestamp(timeOfId(row.at)) },
  }))

const reports: List = async (db, member, after) =>
  (await queries.listReports(db, member, after)).map((row) => ({
    key: row.key,
    says: {
      kind: row.target_kind,
      rule: row.rule,
      text: row.text,
      copy: JSON.parse(row.copy) as unknown,
      createdAt: timestamp(timeOfId(row.key)),
    },
  }))

const decisions: List = async (db, member, after) =>
  (await queries.listDecisions(db, member, after)).map((row) => ({
    key: row.key,
    says: {
      kind: row.target_kind,
      copy: JSON.parse(row.copy) as unknown,
      actions: JSON.parse(row.actions) as unknown,
      message: row.message,
      appeal: row.appeal,
      createdAt: timestamp(timeOfId(row.key)),
    },
  }))

/** The lists of an archive by file name, for each table. A table that is missing here is a compile error. */
export const LISTS = {
  posts: { posts },
  comments: { comments },
  comment_votes: { votes },
  likes: { likes: reactions('likes') },
  dislikes: { dislikes: reactions('dislikes') },
  bookmarks: { bookmarks: reactions('bookmarks') },
  pinned_posts: { pinned },
  feed_positions: { readingPositions },
  blocks: { blocked: people(queries.listBlocks) },
  mutes: { muted: people(queries.listMutes) },
  muted_words: { mutedWords },
  follows: { following: people(queries.listFollowing), followers: people(queries.listFollowers) },
  follow_requests: {
    requestedFollows: people(queries.listFollowRequests),
    followRequests: people(queries.listFollowRequestsReceived),
  },
  tag_follows: { followedTags },
  reports: { reports },
  decisions: { decisions },
  notification_kinds: { notificationKinds },
  notification_mutes: { mutedPosts: reactions('notification_mutes') },
  notification_preferences: { notifications },
  // They are in the texts.
  post_mentions: {},
  comment_mentions: {},
  tags: {},
  post_tags: {},
  // The member's own row is account.json, and files of media are added as they are.
  members: {},
  media: {},
  // What others did.
  notification_groups: {},
  notification_events: {},
  // Not written by the member, or only needed for a short time.
  sessions: {},
  account_events: {},
  passkeys: {},
  used_challenges: {},
  second_factors: {},
  recovery_codes: {},
  search_changes: {},
  push_subscriptions: {},
  push_back_offs: {},
  push_tags: {},
  password_resets: {},
  mails: {},
  email_tokens: {},
  mailed_strangers: {},
  like_events: {},
  follow_events: {},
  media_uploads: {},
  media_uploaders: {},
  idempotency_keys: {},
  settings: {},
  // Not members' own, and the log of the staff.
  applications: {},
  invitations: {},
  audit_log: {},
} as const satisfies Readonly<Record<keyof Schema, Readonly<Record<string, List>>>>
