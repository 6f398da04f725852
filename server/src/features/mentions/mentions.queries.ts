import { type SqlBool, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { idsParameter, isIn, isOneOf } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { CommentId, MemberId, PostId } from '../../database/schema.ts'
import { isVisible } from '../visibility/visibility.ts'

interface Named {
  readonly author: MemberId
  /** The author, and others. */
  readonly locked: readonly MemberId[]
  readonly names: readonly string[]
}

/**
 * Members by their names in lower case, and those to be locked with them, as the author of a text sees them: without
 * deleted members and those between whom and the author there is a block. Locks them against removal until the
 * transaction ends, in the order of ids, as other writes lock members.
 */
export const listNamed = prepared((db, { author, locked, names }: Named) =>
  db
    .selectFrom('members')
    .select(['id', 'username_key as name'])
    .where((eb) => eb.or([isOneOf(db, 'username_key', names), isIn(db, 'id', locked)]))
    .where(isVisible)
    .where(
      sql<SqlBool>`not exists (
        select 1 from blocks where (blocker_id = ${author} and blocked_id = members.id)
          or (blocker_id = members.id and blocked_id = ${author}))`,
    )
    .orderBy('id')
    .$if(isPostgres(db), (query) => query.forKeyShare('members')),
).all

/** Whom posts mention, or comments. */
export interface MentionTable<Id extends PostId | CommentId> {
  /** Of many texts, ordered by text and member. Without deleted members. */
  list(db: Connection, ids: readonly Id[]): Promise<{ of: Id; id: MemberId; username: string }[]>
  has(db: Connection, of: Id, member: MemberId): Promise<boolean>
  insert(transaction: Connection, of: Id, members: readonly MemberId[]): Promise<void>
  clear(transaction: Connection, of: Id): Promise<void>
}

function mentionTable<Id extends PostId | CommentId>(table: string, column: string): MentionTable<Id> {
  const [name, of] = [sql.table(table), sql.ref(column)]
  const listed = prepared((db, { ids }: { ids: readonly Id[] }) => {
    return sql<{ of: Id; id: MemberId; username: string }>`
      select ${of} as "of", members.id, members.username from ${name} join members on members.id = member_id
      where ${isIn(db, column, ids)} and ${isVisible} order by ${of}, member_id`
  })
  const found = prepared((_db, values: { of: Id; member: MemberId }) => {
    return sql<object>`select 1 from ${name} where ${of} = ${values.of} and member_id = ${values.member}`
  })
  const inserted = prepared((db, values: { of: Id; members: readonly MemberId[] }) => {
    const members = isPostgres(db)
      ? sql`unnest(${idsParameter(db, values.members)}::bigint[]) as mentioned (value)`
      : sql`json_each(${idsParameter(db, values.members)}) as mentioned`
    return sql`insert into ${name} (${of}, member_id) select cast(${values.of} as bigint), mentioned.value from ${members}`
  })
  const cleared = prepared((_db, values: { of: Id }) => sql`delete from ${name} where ${of} = ${values.of}`)
  return {
    list: (db, ids) => listed.all(db, { ids }),
    has: async (db, id, member) => (await found.first(db, { of: id, member })) !== undefined,
    insert: (transaction, id, members) => inserted.send(transaction, { of: id, members }),
    clear: (transaction, id) => cleared.send(transaction, { of: id }),
  }
}

export const POST_MENTIONS = mentionTable<PostId>('post_mentions', 'post_id')
export const COMMENT_MENTIONS = mentionTable<CommentId>('comment_mentions', 'comment_id')
