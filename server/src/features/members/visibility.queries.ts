import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId } from '../../database/schema.ts'
import { type Hidden, NOTHING_HIDDEN } from '../../http/hidden.ts'

type Members = { readonly members: readonly MemberId[] }

const blocksOf = prepared((db, { members }: Members) =>
  db
    .selectFrom('blocks')
    .select(['blocker_id as viewer', 'blocked_id as other'])
    .where(isIn(db, 'blocker_id', members))
    .unionAll(
      db
        .selectFrom('blocks')
        .select(['blocked_id as viewer', 'blocker_id as other'])
        .where(isIn(db, 'blocked_id', members)),
    ),
)

/** What each of these viewers does not see, in one query. */
export async function listHidden(
  db: Connection,
  viewers: readonly MemberId[],
): Promise<(readonly [MemberId, Hidden])[]> {
  const rows = Map.groupBy(await blocksOf.all(db, { members: viewers }), ({ viewer }) => viewer)
  return viewers.map((viewer) => {
    const blocked = rows.get(viewer)
    if (!blocked) return [viewer, NOTHING_HIDDEN]
    const ids = Float64Array.from(blocked, ({ other }) => other).sort()
    return [viewer, { blocked: ids, bytes: ids.byteLength }]
  })
}

export async function readHidden(db: Connection, viewer: MemberId): Promise<Hidden> {
  return (await listHidden(db, [viewer]))[0]?.[1] ?? NOTHING_HIDDEN
}

const lockedViewer = prepared((db, { viewer }: { viewer: MemberId }) =>
  db
    .selectFrom('members')
    .select('id')
    .where('id', '=', viewer)
    .$if(isPostgres(db), (query) => query.forKeyShare()),
)

/** Until the transaction ends, the viewer can neither block nor be blocked. SQLite has one writer at a time. */
export async function lockAgainstBlocks(transaction: Connection, viewer: MemberId): Promise<void> {
  if (isPostgres(transaction)) await lockedViewer.send(transaction, { viewer })
}

const blocksAmong = prepared((db, { members }: Members) =>
  db
    .selectFrom('blocks')
    .select(['blocker_id', 'blocked_id'])
    .where(isIn(db, 'blocker_id', members))
    .where(isIn(db, 'blocked_id', members)),
)

/** Who of a few members has blocked whom of them. */
export function listBlocksAmong(db: Connection, members: readonly MemberId[]) {
  return blocksAmong.all(db, { members })
}
