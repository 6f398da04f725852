import { sql } from 'kysely'
import type { Database } from '../server/src/database/database.ts'
import { idAtTime } from '../server/src/database/ids.ts'
import { different, skewed } from './distributions.ts'
import { createFollowGraph, groupsOf, STAR } from './follow-graph.ts'
import { insertAll } from './insert-all.ts'
import { insertTags, tagsOfPosts } from './tags.ts'
import { createTexts } from './texts.ts'

/** The size of a dataset. Counts are exact except for follows; activity is skewed, as in real networks. */
export interface Size {
  readonly members: number
  readonly posts: number
  readonly likes: number
  readonly comments: number
  readonly votes: number
  readonly bookmarks: number
  /** By all members alike, of posts of the days before. */
  readonly reposts?: number
}

const M = {
  members: 100_000,
  posts: 1_000_000,
  likes: 5_000_000,
  comments: 1_000_000,
  votes: 500_000,
  bookmarks: 500_000,
}

export const SIZES = {
  S: { members: 1_000, posts: 10_000, likes: 50_000, comments: 10_000, votes: 10_000, bookmarks: 5_000 },
  /** As S, with more posts. */
  '25K': { members: 1_000, posts: 25_000, likes: 50_000, comments: 10_000, votes: 10_000, bookmarks: 5_000 },
  /** Larger than the caches, and filled within a minute. */
  '10K': {
    members: 10_000,
    posts: 100_000,
    likes: 500_000,
    comments: 100_000,
    votes: 50_000,
    bookmarks: 50_000,
  },
  M,
  /** As M, with a repost for every ten posts. */
  MR: { ...M, reposts: 100_000 },
  /** Ten times M, made from it (larger.ts). */
  L: {
    members: 1_000_000,
    posts: 10_000_000,
    likes: 50_000_000,
    comments: 10_000_000,
    votes: 5_000_000,
    bookmarks: 5_000_000,
  },
} as const satisfies Record<string, Size>

export type SizeName = keyof typeof SIZES

const DAY = 24 * 60 * 60 * 1_000
/** When the last post was written. It is fixed, so that the same size gives the same data. */
const END = Date.UTC(2026, 0, 31)
export const START = END - 300 * DAY
/** Posts have one to twelve times as many characters, and a few more. */
const TEXT_LENGTHS = 23

/**
 * Fills an empty database.
 * @param isFilled true if the database already holds this dataset
 * @returns the ids and usernames of members and posts by their number
 */
export async function fillDataset(db: Database, size: Size, isFilled = false) {
  const names = namesOf(size)
  if (!isFilled) await withoutIndexes(db, () => fill(db, size, names))
  return names
}

/** The ids and usernames of members and posts by their number. */
export function namesOf({ posts }: Pick<Size, 'posts'>) {
  const memberId = (index: number) => idAtTime(START - DAY) + index * 64
  const postId = (index: number) => idAtTime(START + Math.floor((index * (END - START)) / posts)) + (index % 64)
  const username = (index: number) => `bench${index}`
  return { memberId, postId, username, busiestPost: postId(posts - 10) }
}

async function fill(db: Database, size: Size, { memberId, postId, username }: ReturnType<typeof namesOf>) {
  const { members, posts } = size
  const graph = createFollowGraph(members)
  const { followers, following } = graph.count()

  const authorOf = (index: number) => (index % 500 === 0 ? STAR : ((index * 7_919) % (members - 10)) + 3)
  const postsCount = new Int32Array(members)
  for (let index = 0; index < posts; index++) postsCount[authorOf(index)] = (postsCount[authorOf(index)] ?? 0) + 1
  const range = (count: number) => Array.from({ length: count }, (_, index) => index)
  const texts = createTexts()
  const tags = tagsOfPosts(posts)

  await insertAll(
    db,
    'members',
    [
      ...['id', 'username', 'username_key', 'first_name', 'last_name', 'email', 'password_hash', 'avatar_url', 'bio'],
      ...['followers_count', 'following_count', 'posts_count', 'updated_at'],
    ],
    range(members).map((index) => {
      const name = username(index)
      const words = [
        texts.firstName(),
        texts.lastName(),
        `${name}@example.com`,
        'none',
        '/avatars/duck-1.webp',
        'A bio of a few words.',
      ]
      const counts = [followers[index] ?? 0, following[index] ?? 0, postsCount[index] ?? 0]
      return [memberId(index), name, name, ...words, ...counts, START]
    }),
  )
  let order = 0
  await insertAll(db, 'follows', ['follower_id', 'followed_id', 'at'], followRows())
  function* followRows() {
    for (let from = 0; from < members; from++)
      for (const to of graph.followedBy(from)) yield [memberId(from), memberId(to), idAtTime(START) + order++]
  }

  // The busiest post is the tenth newest, so it is on the first page of all posts.
  const rank = (index: number) => (posts - 10 - index + posts) % posts
  const likes = skewed(size.likes - Math.min(50_000, members - 10), posts - 1, members - 10)
  const likesOf = (index: number) =>
    rank(index) === 0 ? Math.min(50_000, members - 10) : (likes[rank(index) - 1] ?? 0)
  const comments = skewed(size.comments, posts, Math.ceil(size.comments / 20))
  // Each by somebody else, from five minutes to about two days after its post.
  const reposts = range(size.reposts ?? 0).map((index) => {
    const post = (index * 9_973) % posts
    const member = (authorOf(post) + 1 + ((index * 7_907) % (members - 1))) % members
    return {
      id: postId(post) + idAtTime(START + 300_000 + ((index * 104_729) % (2 * DAY))) - idAtTime(START),
      member,
      post,
    }
  })
  const repostCount = new Int32Array(posts)
  for (const { post } of reposts) repostCount[post] = (repostCount[post] ?? 0) + 1
  await insertAll(
    db,
    'posts',
    [
      ...['id', 'public_id', 'author_id', 'content', 'media_url', 'media_type'],
      ...['like_count', 'liked_by_count', 'comment_count', 'repost_count', 'updated_at'],
    ],
    range(posts).map((index) => {
      const tag = tags.get(index)
      const text = texts.text(TEXT_LENGTHS * (1 + (index % 12)) + 12, tag === undefined ? '' : `#${tag.name}`)
      const media = index % 3 === 0 ? [`https://example.com/${index}.webp`, 'image'] : ['', '']
      const counts = [likesOf(index), likesOf(index), comments[rank(index)] ?? 0, repostCount[index] ?? 0]
      return [postId(index), `p${index}`, memberId(authorOf(index)), text, ...media, ...counts, START]
    }),
  )
  await insertTags(db, { memberId, postId, members, tags, authorOf, likesOf })
  await insertAll(db, 'likes', ['post_id', 'member_id', 'at'], likeRows())
  function* likeRows() {
    for (const index of range(posts)) {
      let at = postId(index)
      for (const member of different(likesOf(index), members, index + 1)) yield [postId(index), memberId(member), ++at]
    }
  }

  // Only the readers who follow about 200 are notified of likes.
  const readers = groupsOf(members)[200]
  const isNotified = (index: number) => {
    const author = authorOf(index)
    return likesOf(index) > 0 && author >= readers.first && author < readers.first + readers.count
  }
  const notifying = range(posts).filter(isNotified)
  await insertAll(
    db,
    'notification_groups',
    ['recipient_id', 'id', 'kind', 'target_id', 'post_id'],
    notifying.map((index) => {
      return [memberId(authorOf(index)), postId(index) + 1, 'like', postId(index), postId(index)]
    }),
  )
  await insertAll(
    db,
    'notification_events',
    ['recipient_id', 'kind', 'source_id', 'actor_id', 'group_id', 'at'],
    eventRows(),
  )
  function* eventRows() {
    for (const index of notifying) {
      const author = memberId(authorOf(index))
      let at = postId(index)
      for (const member of different(likesOf(index), members, index + 1)) {
        at++
        if (memberId(member) !== author) yield [author, 'like', postId(index), memberId(member), postId(index) + 1, at]
      }
    }
  }

  // The first comments of the busiest post have the most votes.
  const voted = skewed(size.votes, Math.min(size.comments, 20_000), members - 10)
  const commentTimes = idAtTime(END)
  await insertAll(
    db,
    'comments',
    ['id', 'post_id', 'author_id', 'text', 'upvote_count', 'downvote_count', 'updated_at'],
    commentRows(),
  )
  function* commentRows() {
    let number = 0
    for (const index of [...range(posts)].sort((a, b) => rank(a) - rank(b))) {
      for (let count = comments[rank(index)] ?? 0; count > 0; count--) {
        const votes = voted[number] ?? 0
        const down = Math.floor(votes / 4)
        const text = `Comment ${number}: ${'well said, '.repeat(1 + (number % 8))}`
        const author = memberId((number * 31) % members)
        yield [commentTimes + number, postId(index), author, text, votes - down, down, START]
        number++
      }
    }
  }
  await insertAll(db, 'comment_votes', ['comment_id', 'member_id', 'vote', 'at'], voteRows())
  function* voteRows() {
    for (const [number, votes] of voted.entries()) {
      let left = Math.floor(votes / 4)
      let at = commentTimes
      for (const member of different(votes, members, number + 3)) {
        yield [commentTimes + number, memberId(member), left-- > 0 ? -1 : 1, ++at]
      }
    }
  }

  await insertAll(
    db,
    'reposts',
    ['id', 'member_id', 'post_id'],
    reposts.map(({ id, member, post }) => [id, memberId(member), postId(post)]),
  )

  const perMember = skewed(size.bookmarks, Math.min(members - 1, 5_000), posts - 1)
  await insertAll(db, 'bookmarks', ['member_id', 'post_id', 'at'], bookmarkRows())
  function* bookmarkRows() {
    for (const [index, count] of perMember.entries()) {
      let at = idAtTime(END)
      for (const post of different(count, posts, index + 5)) yield [memberId(index + 1), postId(post), ++at]
    }
  }
}

interface Index {
  readonly name: string
  readonly definition: string
}

/**
 * Runs a bulk load without indexes, except those of keys, and creates them afterwards. Inserting millions of rows into
 * existing indexes takes many times longer.
 */
async function withoutIndexes(db: Database, load: () => Promise<void>): Promise<void> {
  const { rows } = await (db.engine === 'sqlite'
    ? sql<Index>`select name, sql as definition from sqlite_master where type = 'index' and sql is not null`
    : sql<Index>`
        select indexname as name, indexdef as definition from pg_indexes
        where schemaname = current_schema() and indexname not in (select conname from pg_constraint)`
  ).execute(db.read)
  for (const { name } of rows) await db.write((transaction) => sql`drop index ${sql.ref(name)}`.execute(transaction))
  await load()
  for (const { definition } of rows) await db.write((transaction) => sql.raw(definition).execute(transaction))
  // PostgreSQL does so by itself, some time later.
  if (db.engine === 'postgres') await db.write((transaction) => sql`analyze`.execute(transaction))
}
