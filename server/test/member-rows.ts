import { sql } from 'kysely'
import type { Database } from '../src/database/database.ts'
import type { CommentId, MemberId, PostId } from '../src/database/schema.ts'
import { REMOVALS } from '../src/features/account/removal.steps.ts'
import { createPublicId } from '../src/features/posts/posts.service.ts'
import { insertManyNotifications } from './notification-rows.ts'

/** Columns of rows that a removal deletes. */
const DELETED = [
  ['members', 'id'] as const,
  ...Object.entries(REMOVALS).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, removal]) => (removal === 'expires' ? [] : [[table, column] as const])),
  ),
]

/** The tables with rows that reference the member. */
export async function tracesOf(db: Database, member: MemberId): Promise<string[]> {
  const traces: string[] = []
  for (const [table, column] of DELETED) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${member} limit 1`.execute(
      db.read,
    )
    if (rows.length > 0) traces.push(table)
  }
  return traces
}

let crowds = 0

/** New members, who cannot sign in. */
export async function insertCrowd(db: Database, count: number, counts: object = {}): Promise<MemberId[]> {
  const name = `crowd${++crowds}`
  const people = Array.from({ length: count }, (_, index) => ({
    id: db.ids.next<MemberId>(),
    username: `${name}-${index}`,
    username_key: `${name}-${index}`,
    first_name: 'A',
    last_name: 'B',
    email: 'a@example.com',
    password_hash: '',
    avatar_url: '',
    updated_at: Date.now(),
    ...counts,
  }))
  await db.write((transaction) => transaction.insertInto('members').values(people).execute())
  return people.map(({ id }) => id)
}

/**
 * Ann has reacted to so many of Bob's posts, and quoted them. As many members have reacted to a post of hers, which
 * Bob's quote.
 */
export async function insertManyRows(db: Database, ann: MemberId, bob: MemberId, count: number): Promise<void> {
  const now = Date.now()
  const many = Array.from({ length: count }, (_, index) => index)
  const people = await insertCrowd(db, count, { followers_count: 1, following_count: 1 })
  const post = (author: MemberId) => ({
    id: db.ids.next<PostId>(),
    public_id: createPublicId(),
    author_id: author,
    content: 'Much',
    media_url: '',
    media_type: '' as const,
    updated_at: now,
    comment_count: 1,
    like_count: 0,
    liked_by_count: 0,
    disliked_by_count: 0,
    repost_count: 0,
  })
  const lovedCounts = { like_count: count, liked_by_count: count, repost_count: count, comment_count: count }
  const loved = { ...post(ann), ...lovedCounts, quoted_id: null }
  const bobs = many.map(() => ({
    ...post(bob),
    ...{ like_count: 1, liked_by_count: 1, disliked_by_count: 1, repost_count: 1 },
    quoted_id: loved.id,
  }))
  const quotes = bobs.map(({ id }) => ({ ...post(ann), comment_count: 0, quoted_id: id }))
  const comment = (postId: PostId, author: MemberId) => ({
    id: db.ids.next<CommentId>(),
    post_id: postId,
    author_id: author,
    text: 'Quack',
    updated_at: now,
    upvote_count: 1,
  })
  const own = bobs.map(({ id }) => comment(id, ann))
  const others = people.map((id) => comment(loved.id, id))
  const pair = (postId: PostId, member: MemberId) => ({ post_id: postId, member_id: member, at: db.ids.next() })
  const vote = (id: CommentId, member: MemberId) => ({
    comment_id: id,
    member_id: member,
    vote: 1 as const,
    at: db.ids.next(),
  })
  const follow = (follower: MemberId, followed: MemberId) => ({
    follower_id: follower,
    followed_id: followed,
    at: db.ids.next(),
  })
  await db.write(async (transaction) => {
    await transaction
      .insertInto('posts')
      .values([loved, ...bobs, ...quotes])
      .execute()
    await transaction
      .insertInto('comments')
      .values([...own, ...others])
      .execute()
    const likes = [...bobs.map(({ id }) => pair(id, ann)), ...people.map((id) => pair(loved.id, id))]
    await transaction.insertInto('likes').values(likes).execute()
    await transaction
      .insertInto('dislikes')
      .values(bobs.map(({ id }) => pair(id, ann)))
      .execute()
    const marks = [...bobs.map(({ id }) => pair(id, ann)), ...people.map((id) => pair(loved.id, id))]
    await transaction.insertInto('bookmarks').values(marks).execute()
    const repost = (postId: PostId, member: MemberId) => ({ id: db.ids.next(), member_id: member, post_id: postId })
    const reposts = [...bobs.map(({ id }) => repost(id, ann)), ...people.map((id) => repost(loved.id, id))]
    await transaction.insertInto('reposts').values(reposts).execute()
    const votes = [...own.map(({ id }) => vote(id, bob)), ...others.map(({ id }) => vote(id, ann))]
    await transaction.insertInto('comment_votes').values(votes).execute()
    const follows = people.flatMap((id) => [follow(ann, id), follow(id, ann)])
    await transaction.insertInto('follows').values(follows).execute()
    const block = (blocker: MemberId, blocked: MemberId) => ({
      blocker_id: blocker,
      blocked_id: blocked,
      at: db.ids.next(),
    })
    const blocks = people.flatMap((id, index) => [index % 2 === 0 ? block(ann, id) : block(id, ann)])
    await transaction.insertInto('blocks').values(blocks).execute()
    const requests = people.map((id, index) => (index % 2 === 0 ? follow(ann, id) : follow(id, ann)))
    await transaction.insertInto('follow_requests').values(requests).execute()
    const mute = (muter: MemberId, muted: MemberId) => ({
      muter_id: muter,
      muted_id: muted,
      at: db.ids.next(),
      ends_at: null,
      with_notifications: 1 as const,
    })
    const mutes = people.flatMap((id, index) => [index % 2 === 0 ? mute(ann, id) : mute(id, ann)])
    await transaction.insertInto('mutes').values(mutes).execute()
    const comments = others.map(({ id }) => id)
    await insertManyNotifications(db, transaction, { member: ann, people, post: loved.id, comments })
    await transaction.updateTable('members').set({ posts_count: count }).where('id', '=', bob).execute()
    const counts = { posts_count: count + 1, followers_count: count, following_count: count }
    await transaction.updateTable('members').set(counts).where('id', '=', ann).execute()
  })
}
