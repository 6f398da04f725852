import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { timeOfId } from '../../database/ids.ts'
import { isIn } from '../../database/in-list.ts'
import type { CommentId, MemberId, PostId, Schema } from '../../database/schema.ts'
import { timestamp } from '../../reading/timestamp.ts'
import { mediaUrl } from '../media/records/media.view.ts'
import { type FurtherPictureRow, listFurtherPictures } from '../posts/further-pictures.queries.ts'
import { listPolls, optionsOf, type PostPoll } from '../posts/post-polls.ts'
import { isReadableBy } from '../visibility/audience.ts'
import { isNotUnderBlocker, isPostVisible, isVisible, unseenBy } from '../visibility/visibility.ts'

const PAGE = 500

/** A page of a member's own data: rows past `after`, in the order of their keys, and what the archive says of each. */
export type List<Says = unknown> = (
  db: Connection,
  member: MemberId,
  after: number,
) => Promise<readonly { readonly key: number; readonly says: Says }[]>

type Select<DB, TB extends keyof DB, Row> = (db: Connection, member: MemberId) => SelectQueryBuilder<DB, TB, Row>

function list<DB, TB extends keyof DB, Row, Says>(
  key: string,
  select: Select<DB, TB, Row>,
  says: (row: Row, key: number) => Says,
): List<Says> {
  const column = sql.ref<number>(key)
  return async (db, member, after) => {
    const page = select(db, member).where(sql<SqlBool>`${column} > ${after}`).orderBy(column).limit(PAGE)
    const rows: readonly unknown[] = await page.select(column.as('key')).execute()
    return rows.map((row) => {
      const { key } = row as { key: number }
      return { key, says: says(row as Row, key) }
    })
  }
}

/** For lists of a few rows, which are one page. */
function short<DB, TB extends keyof DB, Row>(select: Select<DB, TB, Row>, says: (row: Row) => unknown): List {
  return async (db, member, after) =>
    after >= 0 ? [] : (await select(db, member).execute()).map((row, key) => ({ key, says: says(row as Row) }))
}

const at = (id: number) => timestamp(timeOfId(id))

/** Posts, joined with their authors, that the member may read at this moment. */
const isSeenBy = (member: MemberId) => sql<SqlBool>`(
  ${isReadableBy(member)} and members.id not in ${unseenBy(sql`${member}`)}
  and (${isPostVisible} or posts.author_id = ${member}))`

/** Reactions to posts that the member may still read. */
const reactions = (table: 'likes' | 'dislikes' | 'bookmarks' | 'notification_mutes') =>
  list(
    `${table}.post_id`,
    (db, member) =>
      db
        .selectFrom(table)
        .innerJoin('posts', 'posts.id', `${table}.post_id`)
        .innerJoin('members', 'members.id', 'posts.author_id')
        .select(['posts.public_id', `${table}.at`])
        .where(`${table}.member_id`, '=', member)
        .where(isSeenBy(member)),
    (row) => ({ post: row.public_id, at: at(row.at) }),
  )

/** The others in a member's rows of this table, without those who block the member or are being removed. */
const people =
  (table: 'follows' | 'follow_requests' | 'blocks' | 'mutes', mine: string, other: string): List =>
  async (db, member, after) => {
    const isOwnFollow = table === 'follows' && mine === 'follower_id'
    const hides = isOwnFollow ? sql.ref('list.hides_reposts') : sql.lit(0)
    const { rows } = await sql<{ key: number; username: string; hides: 0 | 1 }>`
      select list.at as key, members.username, ${hides} as hides from ${sql.table(table)} as list
      join members on members.id = ${sql.ref(`list.${other}`)}
      where ${sql.ref(`list.${mine}`)} = ${member} and list.at > ${after} and ${isVisible}
        and not exists (select 1 from blocks where blocker_id = members.id and blocked_id = ${member})
      order by list.at limit ${PAGE}`.execute(db)
    return rows.map(({ key, username, hides }) => ({
      key,
      says: { username, at: at(key), ...(hides === 1 && { hidesReposts: true }) },
    }))
  }

const ownPosts = list(
  'own.id',
  (db, member) =>
    db
      .selectFrom('posts as own')
      .leftJoin('link_cards', 'link_cards.hash', 'own.link_hash')
      .select(['own.public_id', 'content', 'media_url', 'media_type', 'media_name', 'alt', 'lang'])
      .select(['warning', 'own_warning', 'is_sensitive', 'poll_options', 'author_id'])
      .select(['further_alts', 'like_count', 'who_may_repost', 'who_may_quote', 'own.updated_at'])
      .select(['link_cards.url as card_url', 'link_cards.title as card_title'])
      .select(
        sql<string | null>`(
          select posts.public_id from posts join members on members.id = posts.author_id
          where posts.id = own.quoted_id and ${isSeenBy(member)})`.as('quotes'),
      )
      .where('author_id', '=', member),
  (row, key) => ({ ...row, id: key as PostId }),
)
type OwnPost = Awaited<ReturnType<typeof ownPosts>>[number]['says']

/** @param says what the archive says of a post with these further pictures and this poll */
const postsWith =
  <Says>(
    says: (post: OwnPost, further: readonly FurtherPictureRow[], poll: PostPoll | undefined) => Says,
  ): List<Says> =>
  async (db, member, after) => {
    const own = (await ownPosts(db, member, after)).map((row) => row.says)
    const further = await listFurtherPictures(db, own)
    const polls = await listPolls(db, own)
    return own.map((post) => ({ key: post.id, says: says(post, further.get(post.id) ?? [], polls.get(post.id)) }))
  }

/** As reactions. The id of a repost has its time. */
const reposts = list(
  'reposts.post_id',
  (db, member) =>
    db
      .selectFrom('reposts')
      .innerJoin('posts', 'posts.id', 'reposts.post_id')
      .innerJoin('members', 'members.id', 'posts.author_id')
      .select(['posts.public_id', 'reposts.id'])
      .where('reposts.member_id', '=', member)
      .where(isSeenBy(member)),
  (row) => ({ post: row.public_id, at: at(row.id) }),
)

const fileOf = (name: string) => ({ file: `media/${name}` })

const posts = postsWith((post, further, poll) => ({
  id: post.public_id,
  content: post.content,
  mediaUrl: post.media_url,
  type: post.media_type,
  alt: post.alt,
  language: post.lang,
  ...((post.own_warning ?? post.warning) && { warning: post.own_warning ?? post.warning }),
  ...(post.own_warning !== null && { moderatorsWarning: post.warning }),
  ...(post.is_sensitive === 1 && { sensitive: true }),
  ...(post.media_name === null ? null : fileOf(post.media_name)),
  ...(further.length > 0 && {
    furtherPictures: further.map(({ name, alt }) => ({ url: mediaUrl(name), alt, ...fileOf(name) })),
  }),
  // With the results that the author sees.
  ...(poll && { poll: { ...poll.poll, ...(poll.voterResults && { results: poll.voterResults }) } }),
  likeCount: post.like_count,
  whoMayRepost: post.who_may_repost,
  whoMayQuote: post.who_may_quote,
  ...(post.quotes !== null && { quotes: post.quotes }),
  ...(post.card_title && { linkCard: { url: post.card_url, title: post.card_title } }),
  createdAt: at(post.id),
  updatedAt: timestamp(post.updated_at),
}))

/** Posts or comments that are read at a time with all their earlier versions. */
const EDITED_PAGE = 10

const editedIds = async <Id extends number>(
  db: Connection,
  table: 'posts' | 'comments',
  { member, after }: { readonly member: MemberId; readonly after: number },
) => {
  const { rows } = await sql<{ id: Id }>`
    select id from ${sql.table(table)} where author_id = ${member} and id > ${after} and edited_at is not null
    order by id limit ${EDITED_PAGE}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The earlier versions of own posts, with their files. */
const versionsWith =
  <Says>(says: (versions: Awaited<ReturnType<typeof listPostVersions>>) => Says): List<Says> =>
  async (db, member, after) => {
    const ids = await editedIds<PostId>(db, 'posts', { member, after })
    const versions = Map.groupBy(ids.length === 0 ? [] : await listPostVersions(db, ids), (row) => row.post_id)
    return ids.map((key) => ({ key, says: says(versions.get(key) ?? []) }))
  }

async function listPostVersions(db: Connection, ids: readonly PostId[]) {
  const rows = await db
    .selectFrom('post_versions')
    .innerJoin('posts', 'posts.id', 'post_versions.post_id')
    .select(['post_versions.post_id', 'post_versions.since', 'posts.public_id', 'post_versions.content'])
    .select(['post_versions.lang', 'post_versions.media_url', 'post_versions.media_type', 'post_versions.alt'])
    .select(['post_versions.warning', 'post_versions.is_sensitive', 'post_versions.poll_options'])
    .select('post_versions.poll_multiple')
    .where(isIn(db, 'post_versions.post_id', ids))
    .orderBy('post_versions.post_id')
    .orderBy('post_versions.since')
    .execute()
  const pictures = await db
    .selectFrom('version_pictures')
    .select(['post_id', 'since', 'position', 'name', 'alt'])
    .where(isIn(db, 'post_id', ids))
    .orderBy('position')
    .execute()
  const files = Map.groupBy(pictures, ({ post_id, since }) => `${post_id} ${since}`)
  return rows.map((row) => ({ ...row, files: files.get(`${row.post_id} ${row.since}`) ?? [] }))
}

const postVersions = versionsWith((versions) => ({
  post: versions[0]?.public_id ?? null,
  versions: versions.map(({ files, ...version }) => {
    const [first] = files.filter(({ position }) => position === 0)
    const further = files.filter((file) => file !== first)
    return {
      content: version.content,
      mediaUrl: version.media_url,
      type: version.media_type,
      alt: version.alt,
      language: version.lang,
      ...(version.warning !== '' && { warning: version.warning }),
      ...(version.is_sensitive === 1 && { sensitive: true }),
      ...(version.poll_options !== '' && { pollOptions: optionsOf(version.poll_options) }),
      ...(version.poll_multiple === 1 && { pollMultiple: true }),
      ...(first && fileOf(first.name)),
      ...(further.length > 0 && {
        furtherPictures: further.map(({ name, alt }) => ({ url: mediaUrl(name), alt, ...fileOf(name) })),
      }),
      since: timestamp(version.since),
    }
  }),
}))

const commentVersions: List = async (db, member, after) => {
  const ids = await editedIds<CommentId>(db, 'comments', { member, after })
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('comment_versions')
    .select(['comment_id', 'since', 'text'])
    .where(isIn(db, 'comment_id', ids))
    .orderBy('comment_id')
    .orderBy('since')
    .execute()
  const versions = Map.groupBy(rows, (row) => row.comment_id)
  return ids.map((key) => {
    const earlier = (versions.get(key) ?? []).map(({ text, since }) => ({ text, since: timestamp(since) }))
    return { key, says: { _id: String(key), versions: earlier } }
  })
}

/** A comment stays the member's own under a post that they do not see any more; which one it is, is not told. */
const comments = list(
  'comments.id',
  (db, member) =>
    db
      .selectFrom('comments')
      .innerJoin('posts', 'posts.id', 'comments.post_id')
      .innerJoin('members', 'members.id', 'posts.author_id')
      .select(['comments.text', 'comments.updated_at', 'comments.answers_id'])
      .select((eb) => eb.case().when(isSeenBy(member)).then(eb.ref('posts.public_id')).end().as('public_id'))
      .where('comments.author_id', '=', member),
  (row, id) => ({
    _id: String(id),
    post: row.public_id,
    ...(row.public_id !== null && row.answers_id !== null && { answering: String(row.answers_id) }),
    text: row.text,
    createdAt: at(id),
    updatedAt: timestamp(row.updated_at),
  }),
)

/** Votes on comments that the member still sees. */
const votes = list(
  'comment_votes.comment_id',
  (db, member) =>
    db
      .selectFrom('comment_votes')
      .innerJoin('comments as list', 'list.id', 'comment_votes.comment_id')
      .innerJoin('posts', 'posts.id', 'list.post_id')
      .innerJoin('members', 'members.id', 'posts.author_id')
      .select(['comment_votes.vote', 'comment_votes.at'])
      .where('comment_votes.member_id', '=', member)
      .where(isSeenBy(member))
      .where(isNotUnderBlocker)
      .where(sql<SqlBool>`list.author_id not in ${unseenBy(sql`${member}`)}`),
  (row, comment) => ({ comment: String(comment), vote: row.vote === 1 ? 'up' : 'down', at: at(row.at) }),
)

/** Votes in polls that the member still sees: the texts of the options. */
const pollVotes = list(
  'poll_votes.post_id',
  (db, member) =>
    db
      .selectFrom('poll_votes')
      .innerJoin('polls', (join) =>
        join.onRef('polls.post_id', '=', 'poll_votes.post_id').onRef('polls.version', '=', 'poll_votes.version'),
      )
      .innerJoin('posts', 'posts.id', 'poll_votes.post_id')
      .innerJoin('members', 'members.id', 'posts.author_id')
      .select(['posts.public_id', 'posts.poll_options', 'poll_votes.choices'])
      .where('poll_votes.member_id', '=', member)
      .where('posts.poll_options', '<>', '')
      .where(isSeenBy(member)),
  (row) => ({ post: row.public_id, chosen: optionsOf(row.poll_options).filter((_, at) => row.choices & (1 << at)) }),
)

const pinned = list(
  'pinned_posts.post_id',
  (db, member) =>
    db
      .selectFrom('pinned_posts')
      .innerJoin('posts', 'posts.id', 'pinned_posts.post_id')
      .select('posts.public_id')
      .where('pinned_posts.member_id', '=', member),
  (row) => ({ post: row.public_id }),
)

const readingPositions = short(
  (db, member) => db.selectFrom('feed_positions').selectAll().where('member_id', '=', member).orderBy('sort'),
  (row) => ({
    sort: row.sort,
    postId: String(row.post_id),
    offset: row.line_offset,
    readAt: new Date(row.read_at).toISOString(),
    device: row.device,
  }),
)

/**
 * In the order in which they were followed, by their keys: a spelling could be of a post that the member does not see.
 */
const followedTags = list(
  'tag_follows.at',
  (db, member) =>
    db
      .selectFrom('tag_follows')
      .innerJoin('tags', 'tags.id', 'tag_follows.tag_id')
      .select('tags.key as tag')
      .where('tag_follows.member_id', '=', member),
  ({ tag }, followed) => ({ tag, at: at(followed) }),
)

const mutedWords = list(
  'muted_words.id',
  (db, member) => db.selectFrom('muted_words').select(['phrase', 'action']).where('member_id', '=', member),
  ({ phrase, action }) => ({ phrase, action }),
)

const reports = list(
  'reports.id',
  (db, member) =>
    db.selectFrom('reports').select(['target_kind', 'rule', 'text', 'copy']).where('reporter_id', '=', member),
  (row, id) => ({
    kind: row.target_kind,
    rule: row.rule,
    text: row.text,
    copy: JSON.parse(row.copy) as unknown,
    createdAt: at(id),
  }),
)

const decisions = list(
  'decisions.id',
  (db, member) =>
    db
      .selectFrom('decisions')
      .select(['target_kind', 'copy', 'actions', 'message', 'warning', 'appeal'])
      .where('member_id', '=', member),
  (row, id) => ({
    kind: row.target_kind,
    copy: JSON.parse(row.copy) as unknown,
    actions: JSON.parse(row.actions) as unknown,
    message: row.message,
    ...(row.warning !== '' && { warning: row.warning }),
    appeal: row.appeal,
    createdAt: at(id),
  }),
)

const notificationKinds = short(
  (db, member) => db.selectFrom('notification_kinds').selectAll().where('member_id', '=', member).orderBy('kind'),
  ({ kind, list, push, audience }) => ({ kind, list: list === 1, push: push === 1, from: audience }),
)

const notifications = short(
  (db, member) => db.selectFrom('notification_preferences').selectAll().where('member_id', '=', member),
  ({ push_text, quiet_hours, digest }) => ({
    pushText: push_text === 1,
    quietHours: JSON.parse(quiet_hours ?? 'null') as unknown,
    digest,
  }),
)

/** Tables of which the archive has no list. */
const WITHOUT = {
  inTheTexts: ['post_mentions', 'comment_mentions', 'tags', 'post_tags'],
  // The member's own row is account.json, and files of media are added as they are.
  asTheyAre: ['members', 'media'],
  withPosts: ['post_pictures', 'version_pictures', 'polls', 'poll_counts'],
  byOthers: ['notification_groups', 'notification_events', 'edit_notices'],
  // They do not say whose they were.
  ofNobody: ['comment_places'],
  forSignIn: [
    'sessions',
    'apps',
    'app_codes',
    'app_tokens',
    'account_events',
    'passkeys',
    'used_challenges',
    'second_factors',
    'recovery_codes',
  ],
  forPush: ['push_subscriptions', 'push_back_offs', 'push_tags'],
  forMails: ['password_resets', 'mails', 'email_tokens', 'mailed_strangers'],
  forUploads: ['media_uploads', 'media_uploaders', 'idempotency_keys'],
  // Their results are in the member's own row.
  forProfiles: ['profile_checks'],
  forReading: ['search_changes', 'like_events', 'follow_events'],
  ofTheInstallation: ['settings', 'link_cards', 'link_hosts', 'applications', 'invitations', 'audit_log'],
} as const satisfies Record<string, readonly (keyof Schema)[]>
type Without = (typeof WITHOUT)[keyof typeof WITHOUT][number]

/** The lists of an archive by file name, for each table. A table that is missing in both is a compile error. */
export const LISTS = {
  posts: { posts },
  comments: { comments },
  post_versions: { postVersions },
  comment_versions: { commentVersions },
  comment_votes: { votes },
  poll_votes: { pollVotes },
  likes: { likes: reactions('likes') },
  dislikes: { dislikes: reactions('dislikes') },
  reposts: { reposts },
  bookmarks: { bookmarks: reactions('bookmarks') },
  pinned_posts: { pinned },
  feed_positions: { readingPositions },
  blocks: { blocked: people('blocks', 'blocker_id', 'blocked_id') },
  mutes: { muted: people('mutes', 'muter_id', 'muted_id') },
  muted_words: { mutedWords },
  follows: {
    following: people('follows', 'follower_id', 'followed_id'),
    followers: people('follows', 'followed_id', 'follower_id'),
  },
  follow_requests: {
    requestedFollows: people('follow_requests', 'follower_id', 'followed_id'),
    followRequests: people('follow_requests', 'followed_id', 'follower_id'),
  },
  tag_follows: { followedTags },
  reports: { reports },
  decisions: { decisions },
  notification_kinds: { notificationKinds },
  notification_mutes: { mutedPosts: reactions('notification_mutes') },
  notification_preferences: { notifications },
} as const satisfies Readonly<Record<Exclude<keyof Schema, Without>, Readonly<Record<string, List>>>>

/** The files of the member's posts. */
export const listFiles = postsWith((post, further) => [post.media_name, ...further.map(({ name }) => name)])

/** The files of their earlier versions. */
export const listVersionFiles = versionsWith((versions) =>
  versions.flatMap(({ files }) => files.map(({ name }) => name)),
)

export function findAccount(db: Connection, member: MemberId) {
  return db
    .selectFrom('members')
    .select(['id', 'username', 'first_name', 'last_name', 'email', 'avatar_url'])
    .select(['pronouns', 'header_name', 'fields'])
    .select(['bio', 'website', 'is_private', 'is_bot', 'resumes_home', 'who_may_repost', 'who_may_quote', 'extra'])
    .select(['read_warnings', 'sensitive_media', 'languages', 'locale'])
    .where('id', '=', member)
    .executeTakeFirst()
}
