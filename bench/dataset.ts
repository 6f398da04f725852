import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../server/src/database/database.ts'
import { idAtTime } from '../server/src/database/ids.ts'
import { createFollowGraph, STAR } from './follow-graph.ts'
import { withoutIndexes } from './without-indexes.ts'

/** The size of a dataset. Counts are exact except for follows; activity is skewed, as in real networks. */
export interface Size {
  readonly members: number
  readonly posts: number
  readonly likes: number
  readonly comments: number
  readonly votes: number
  readonly bookmarks: number
}

const DAY = 24 * 60 * 60 * 1_000
/** The end of all activity. It is fixed, so that the same size gives the same data; later ids are larger. */
const END = Date.UTC(2026, 0, 31)
const START = END - 300 * DAY

type Value = number | string

/** Inserts thousands of rows with one statement and one JSON parameter. */
async function insertAll(db: Database, table: string, columns: readonly string[], rows: Iterable<readonly Value[]>) {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  let batch: (readonly Value[])[] = []
  async function flush(): Promise<void> {
    const [first] = batch
    if (!first) return
    const json = JSON.stringify(batch)
    batch = []
    const values = sql.join(first.map((value, index) => column(db, index, value)))
    const source =
      db.engine === 'sqlite' ? sql`json_each(${json})` : sql`json_array_elements(${json}::json) as row(value)`
    await db.write(async (transaction) => {
      // Without triggers: there are no caches to invalidate yet.
      if (db.engine === 'postgres') await sql`set local session_replication_role = replica`.execute(transaction)
      await sql`insert into ${sql.table(table)} (${names}) select ${values} from ${source}`.execute(transaction)
    })
  }
  for (const row of rows) {
    batch.push(row)
    if (batch.length === 5_000) await flush()
  }
  await flush()
}

function column(db: Database, index: number, example: Value): RawBuilder<unknown> {
  const entry = sql`value ->> ${sql.lit(index)}`
  return db.engine === 'postgres' && typeof example === 'number' ? sql`(${entry})::bigint` : entry
}

/** Splits a total into a few large parts and a long tail: part n weighs 1 / (n + 10) ** 0.8. The sum is exact. */
export function skewed(total: number, parts: number, largest: number): number[] {
  const weights = Array.from({ length: parts }, (_, index) => 1 / (index + 10) ** 0.8)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const counts = weights.map((weight) => Math.min(largest, Math.floor((total * weight) / sum)))
  let rest = total - counts.reduce((all, count) => all + count, 0)
  for (let index = 0; rest > 0; index = (index + 1) % parts) {
    const count = counts[index] ?? 0
    if (count >= largest) continue
    counts[index] = count + 1
    rest--
  }
  return counts
}

/** `count` distinct numbers below `end`, without `not`. */
function* different(count: number, end: number, start: number, not = -1): Generator<number> {
  // A step that is coprime to `end` reaches every number once.
  let step = 1 + ((start * 7_919) % (end - 1))
  while (greatestDivisor(step, end) !== 1) step++
  for (let at = start % end, found = 0; found < count; at = (at + step) % end) {
    if (at === not) continue
    found++
    yield at
  }
}
const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

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
        'First',
        `Last${index}`,
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

  // The busiest post is the tenth newest, so it is on the first page of each list.
  const rank = (index: number) => (posts - 10 - index + posts) % posts
  const likes = skewed(size.likes - Math.min(50_000, members - 10), posts - 1, members - 10)
  const likesOf = (index: number) =>
    rank(index) === 0 ? Math.min(50_000, members - 10) : (likes[rank(index) - 1] ?? 0)
  const comments = skewed(size.comments, posts, Math.ceil(size.comments / 20))
  await insertAll(
    db,
    'posts',
    [
      ...['id', 'public_id', 'author_id', 'content', 'media_url', 'media_type'],
      ...['like_count', 'liked_by_count', 'comment_count', 'updated_at'],
    ],
    range(posts).map((index) => {
      const text = `Post ${index}: ${'quack and quack again, '.repeat(1 + (index % 12))}`
      const media = index % 3 === 0 ? [`https://example.com/${index}.webp`, 'image'] : ['', '']
      const counts = [likesOf(index), likesOf(index), comments[rank(index)] ?? 0]
      return [postId(index), `p${index}`, memberId(authorOf(index)), text, ...media, ...counts, START]
    }),
  )
  await insertAll(db, 'likes', ['post_id', 'member_id', 'at'], likeRows())
  function* likeRows() {
    for (const index of range(posts)) {
      let at = postId(index)
      for (const member of different(likesOf(index), members, index + 1)) yield [postId(index), memberId(member), ++at]
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

  const perMember = skewed(size.bookmarks, Math.min(members - 1, 5_000), posts - 1)
  await insertAll(db, 'bookmarks', ['member_id', 'post_id', 'at'], bookmarkRows())
  function* bookmarkRows() {
    for (const [index, count] of perMember.entries()) {
      let at = idAtTime(END)
      for (const post of different(count, posts, index + 5)) yield [memberId(index + 1), postId(post), ++at]
    }
  }
}
