import { DEFAULT_AVATARS } from '@quack/contract/rules/avatars'
import { sql } from 'kysely'
import type { Connection, Database } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn } from '../../database/in-list.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { insertMember } from '../members/members.queries.ts'
import { countPosts } from './hidden-posts.queries.ts'

/**
 * Posts that cannot be deleted at once: foreign keys could delete hundreds of thousands of rows in one statement. Each
 * becomes a post of a member who has left, which nobody sees. The removal of that member deletes the rows in short
 * transactions, and then the post and its media.
 */

/** Takes posts out of sight, and their authors' counts. @returns how many of them there are */
export async function retirePosts(db: Database, transaction: Connection, ids: readonly PostId[]): Promise<number> {
  const posts = await transaction
    .selectFrom('posts')
    .select(['id', 'author_id', 'hidden_at'])
    .where(isIn(transaction, 'id', ids))
    .orderBy('id', 'desc')
    .$if(isPostgres(transaction), (query) => query.forUpdate())
    .execute()
  if (posts.length === 0) return 0
  const now = Date.now()
  const id = db.ids.next<MemberId>()
  // Usernames cannot contain this character, so this one is never taken.
  const name = `~${id}`
  await insertMember(transaction, {
    ...{ id, username: name, username_key: name, first_name: 'Deleted', last_name: 'posts', email: '' },
    ...{ password_hash: '', avatar_url: DEFAULT_AVATARS[0], updated_at: now, deleted_at: now, suspended_at: null },
  })
  const found = posts.map((post) => post.id)
  const ofThese = isIn(transaction, 'post_id', found)
  await sql`update posts set author_id = ${id} where ${isIn(transaction, 'id', found)}`.execute(transaction)
  await sql`update post_tags set author_id = ${id} where ${ofThese}`.execute(transaction)
  await sql`update polls set author_id = ${id} where ${ofThese}`.execute(transaction)
  await transaction.deleteFrom('pinned_posts').where(ofThese).execute()
  const counted = posts.filter((post) => post.hidden_at === null)
  await countPosts(
    transaction,
    counted.map((post) => post.author_id),
    -1,
  )
  return posts.length
}
