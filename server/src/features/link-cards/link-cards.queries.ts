import { type SqlBool, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn, isNotIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { Claim, Due, Progress } from '../../jobs/queue.ts'
import { mediaUrl } from '../media/records/media.view.ts'
import { releaseAllMedia } from '../media/records/uploads.queries.ts'

/** Cards that are to be fetched and that no node has claimed, those that have waited longest first. */
export const listDue = prepared((db, { now, except, limit }: Due) =>
  db
    .selectFrom('link_cards')
    .select(['id as key', 'asked_by as owner', 'host'])
    .where('due_at', '<=', now)
    .where('claimed_until', '<=', now)
    .where(isNotIn(db, 'asked_by', except))
    .orderBy('due_at')
    .limit(limit),
).all

export type DueCard = Awaited<ReturnType<typeof listDue>>[number]

/** Claims those of the cards that are still due. */
export const claimCards = prepared((db, { keys, now, until }: Claim<number>) =>
  db
    .updateTable('link_cards')
    .set({ claimed_until: until })
    .where('id', 'in', () =>
      db
        .selectFrom('link_cards as free')
        .select('free.id')
        .where(isIn(db, 'free.id', keys))
        .where('free.due_at', '<=', now)
        .where('free.claimed_until', '<=', now)
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
    )
    .returning([
      'id as key',
      'claimed_until as until',
      'attempts',
      'url',
      'host',
      'title',
      'description',
      'site',
      'author',
      'picture',
    ]),
).all

export type ClaimedCard = Awaited<ReturnType<typeof claimCards>>[number]

/** A card that another node has claimed since is left to it. */
export async function postponeCard(
  db: Connection,
  { key, until }: ClaimedCard,
  { dueAt, attempts }: Progress,
): Promise<void> {
  await db
    .updateTable('link_cards')
    .set({ due_at: dueAt, claimed_until: 0, attempts })
    .where('id', '=', key)
    .where('claimed_until', '=', until)
    .execute()
}

/** What a card shows, beside its address. */
export type CardContent = Pick<ClaimedCard, 'title' | 'description' | 'site' | 'author' | 'picture'>

/**
 * Ends the job of a card, unless another node has claimed it since.
 * @param content what it shows from now on; without it, it stays as it is
 */
export async function settleCard(
  db: Connection,
  { key, until, picture }: ClaimedCard,
  { now, renewAt, content }: { now: number; renewAt: number; content?: CardContent | undefined },
): Promise<void> {
  const change = content && { ...content, changed_at: now }
  const settled = { due_at: null, claimed_until: 0, attempts: 0, asked_by: 0, renew_at: renewAt, ...change }
  const { numUpdatedRows } = await db
    .updateTable('link_cards')
    .set(settled)
    .where('id', '=', key)
    .where('claimed_until', '=', until)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  if (content && picture !== null && picture !== content.picture) await releaseAllMedia(db, [mediaUrl(picture)])
}

type Host = { readonly host: string }

/** What is known of a host that has not answered. */
export const findHost = prepared((db, { host }: Host) =>
  db.selectFrom('link_hosts').select(['failures', 'rests_until']).where('host', '=', host),
).first

export const putHost = prepared((db, row: Host & { failures: number; rests_until: number }) =>
  db
    .insertInto('link_hosts')
    .values({ host: row.host, failures: row.failures, rests_until: row.rests_until })
    .onConflict((conflict) =>
      conflict.column('host').doUpdateSet({ failures: row.failures, rests_until: row.rests_until }),
    ),
).send

export const forgetHost = prepared((db, { host }: Host) => db.deleteFrom('link_hosts').where('host', '=', host)).send

const isUnused = sql<SqlBool>`not exists (select 1 from posts where posts.link_hash = link_cards.hash)`

/** Cards after an id, in the order of their ids, with whether a post refers to them. */
export const listUsed = prepared((db, { after, limit }: { readonly after: number; readonly limit: number }) =>
  db
    .selectFrom('link_cards')
    .select(['id', 'referred_at', isUnused.as('unused')])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit),
).all

/** Deletes those of these cards to which no post refers, and has not lately begun to. */
export async function deleteUnused(db: Connection, ids: readonly number[], before: number): Promise<void> {
  const deleted = await db
    .deleteFrom('link_cards')
    .where(isIn(db, 'id', ids))
    .where('referred_at', '<', before)
    .where(isUnused)
    .returning('picture')
    .execute()
  await releaseAllMedia(
    db,
    deleted.flatMap(({ picture }) => (picture === null ? [] : mediaUrl(picture))),
  )
}
