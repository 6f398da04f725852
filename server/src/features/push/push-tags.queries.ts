import { sql } from 'kysely'
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

/** The tags of a device that have to be looked at. */
export const listMarked = prepared((db, { session }: { session: SessionId }) =>
  db
    .selectFrom('push_tags')
    .select(['group_id as group', 'mark', 'is_held', 'shown'])
    .where('session_id', '=', session)
    .where('mark', '<>', 0),
).all

interface Shown extends Pick<Tag, 'group' | 'mark' | 'shown'> {
  readonly session: SessionId
}

/** Stores what a device shows now. A tag that was marked again meanwhile stays marked. */
export const putShown = prepared((_db, { session, group, mark, shown }: Shown) => {
  return sql`
    update push_tags set shown = ${shown}, is_held = 0, mark = case when mark = ${mark} then 0 else mark end
    where session_id = ${session} and group_id = ${group}`
}).run

export const putSummaryShown = prepared((_db, { session, shown }: { session: SessionId; shown: number }) => {
  return sql`
    insert into push_tags (session_id, group_id, shown) values (${session}, ${sql.lit(SUMMARY)}, ${shown})
    on conflict (session_id, group_id) do update set shown = excluded.shown`
}).run

/** Deletes what is neither marked nor shown, and what was shown longest ago. */
export const forgetTags = prepared((_db, { session }: { session: SessionId }) => {
  return sql`
    delete from push_tags where session_id = ${session} and mark = 0 and (shown = 0 or group_id not in (
      select group_id from push_tags where session_id = ${session} order by shown desc limit ${sql.lit(SHOWN_MAX)}))`
}).run

export const holdTags = prepared((db, { session }: { session: SessionId }) =>
  db.updateTable('push_tags').set({ is_held: 1 }).where('session_id', '=', session).where('mark', '<>', 0),
).run

/** Gives up what could not be sent. */
export const dropMarks = prepared((db, { session }: { session: SessionId }) =>
  db.updateTable('push_tags').set({ mark: 0, is_held: 0 }).where('session_id', '=', session),
).run

/** For a new subscription of the session, whose device shows nothing, and for one that is deleted. */
export const deleteTags = prepared((db, { session }: { session: SessionId }) =>
  db.deleteFrom('push_tags').where('session_id', '=', session),
).run
