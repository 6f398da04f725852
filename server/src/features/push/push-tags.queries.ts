import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import type { GroupId, SessionId } from '../../database/schema.ts'

/** The tag of a summary. No group has this id. */
export const SUMMARY = 0 as GroupId
/** How many notifications of a device are remembered, so that they can be closed. */
const SHOWN_MAX = 50

export interface Tag {
  readonly group: GroupId
  readonly mark: number
  readonly is_held: 0 | 1
  readonly shown: number
}

const markedOf = prepared((db, { session }: { session: SessionId }) =>
  db
    .selectFrom('push_tags')
    .select(['group_id as group', 'mark', 'is_held', 'shown'])
    .where('session_id', '=', session)
    .where('mark', '<>', 0),
)

/** The tags of a device that have to be looked at. */
export function listMarked(db: Connection, session: SessionId): Promise<Tag[]> {
  return markedOf.all(db, { session })
}

const change = prepared((_db, values: { session: SessionId; group: GroupId; mark: number; shown: number }) => {
  const { session, group, mark, shown } = values
  return sql`
    update push_tags set shown = ${shown}, is_held = 0, mark = case when mark = ${mark} then 0 else mark end
    where session_id = ${session} and group_id = ${group}`
})

/** Stores what a device shows now. A tag that was marked again meanwhile stays marked. */
export async function putShown(
  transaction: Connection,
  session: SessionId,
  { group, mark }: Pick<Tag, 'group' | 'mark'>,
  shown: number,
): Promise<void> {
  await change.run(transaction, { session, group, mark, shown })
}

const putSummary = prepared((_db, { session, shown }: { session: SessionId; shown: number }) => {
  return sql`
    insert into push_tags (session_id, group_id, shown) values (${session}, ${sql.lit(SUMMARY)}, ${shown})
    on conflict (session_id, group_id) do update set shown = excluded.shown`
})

export async function putSummaryShown(transaction: Connection, session: SessionId, shown: number): Promise<void> {
  await putSummary.run(transaction, { session, shown })
}

const forgotten = prepared((_db, { session }: { session: SessionId }) => {
  return sql`
    delete from push_tags where session_id = ${session} and mark = 0 and (shown = 0 or group_id not in (
      select group_id from push_tags where session_id = ${session} order by shown desc limit ${sql.lit(SHOWN_MAX)}))`
})

/** Deletes what is neither marked nor shown, and what was shown longest ago. */
export async function forgetTags(transaction: Connection, session: SessionId): Promise<void> {
  await forgotten.run(transaction, { session })
}

const held = prepared((db, { session }: { session: SessionId }) =>
  db.updateTable('push_tags').set({ is_held: 1 }).where('session_id', '=', session).where('mark', '<>', 0),
)

export async function holdTags(transaction: Connection, session: SessionId): Promise<void> {
  await held.run(transaction, { session })
}

const unmarked = prepared((db, { session }: { session: SessionId }) =>
  db.updateTable('push_tags').set({ mark: 0, is_held: 0 }).where('session_id', '=', session),
)

/** Gives up what could not be sent. */
export async function dropMarks(transaction: Connection, session: SessionId): Promise<void> {
  await unmarked.run(transaction, { session })
}

const allOf = prepared((db, { session }: { session: SessionId }) =>
  db.deleteFrom('push_tags').where('session_id', '=', session),
)

/** For a new subscription of the session, whose device shows nothing. */
export async function deleteTags(transaction: Connection, session: SessionId): Promise<void> {
  await allOf.run(transaction, { session })
}
