import { createWordMatcher } from '@quack/contract/rules/search/word-matcher'
import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId } from '../../database/schema.ts'
import { type Hidden, NOBODY, NOTHING_HIDDEN } from '../../reading/hidden.ts'
import { type Audience, isForEveryone } from './audience.ts'

type Members = { readonly members: readonly MemberId[] }

interface HiddenRow {
  readonly viewer: MemberId
  readonly kind: 'blocked' | 'muted' | 'hide' | 'collapse' | 'languages'
  /** A member, or a muted word. */
  readonly id: MemberId
  readonly phrase: string
  readonly ends_at: number | null
}

const hiddenOf = prepared((db, { members, now }: Members & { readonly now: number }) => {
  const lasts = sql`(ends_at is null or ends_at > ${now})`
  const never = sql`cast(null as bigint)`
  return sql<HiddenRow>`
    select blocker_id as viewer, 'blocked' as kind, blocked_id as id, '' as phrase, ${never} as ends_at
    from blocks where ${isIn(db, 'blocker_id', members)}
    union all select blocked_id, 'blocked', blocker_id, '', ${never} from blocks where ${isIn(db, 'blocked_id', members)}
    union all select muter_id, 'muted', muted_id, '', ends_at from mutes where ${isIn(db, 'muter_id', members)} and ${lasts}
    union all select member_id, action, id, phrase, ends_at
    from muted_words where ${isIn(db, 'member_id', members)} and ${lasts}
    union all select id, 'languages', id, languages, ${never} from members where ${isIn(db, 'id', members)} and languages <> ''`
})

/** What each of these viewers does not see, in one query. */
export async function listHidden(
  db: Connection,
  viewers: readonly MemberId[],
): Promise<(readonly [MemberId, Hidden])[]> {
  const found = await hiddenOf.all(db, { members: viewers, now: Date.now() })
  const rows = Map.groupBy(found, ({ viewer }) => viewer)
  return viewers.map((viewer) => [viewer, hiddenFrom(rows.get(viewer) ?? [])])
}

function hiddenFrom(rows: readonly HiddenRow[]): Hidden {
  if (rows.length === 0) return NOTHING_HIDDEN
  const kinds = Map.groupBy(rows, ({ kind }) => kind)
  const idsOf = (...wanted: HiddenRow['kind'][]) => {
    const members = wanted.flatMap((kind) => kinds.get(kind) ?? []).map(({ id }) => id)
    return members.length === 0 ? NOBODY : Float64Array.from(members).sort()
  }
  const [blocked, muted] = [idsOf('blocked'), idsOf('muted')]
  const ends = new Map(kinds.get('muted')?.map(({ id, ends_at }) => [id, ends_at ?? Number.POSITIVE_INFINITY]))
  const words = { hide: kinds.get('hide') ?? [], collapse: kinds.get('collapse') ?? [] }
  return {
    blocked,
    muted,
    mutedUntil: muted.map((member) => ends.get(member as MemberId) ?? Number.POSITIVE_INFINITY),
    unlisted: muted.length === 0 ? blocked : blocked.length === 0 ? muted : idsOf('blocked', 'muted'),
    words:
      words.hide.length + words.collapse.length === 0
        ? null
        : {
            hide: createWordMatcher(words.hide),
            hiding: words.hide.map(({ phrase }) => phrase),
            collapse: createWordMatcher(words.collapse),
          },
    languages: kinds.get('languages')?.[0]?.phrase.split(' ') ?? null,
    // There may be more rows than a call takes arguments.
    until: rows.reduce((first, { ends_at }) => Math.min(first, ends_at ?? first), Number.POSITIVE_INFINITY),
    // Each id as a number, and as text in statements (in-list.ts). A mute has its end besides.
    bytes: 50 * blocked.length + 58 * muted.length + 500 * (words.hide.length + words.collapse.length),
  }
}

export async function readHidden(db: Connection, viewer: MemberId): Promise<Hidden> {
  return (await listHidden(db, [viewer]))[0]?.[1] ?? NOTHING_HIDDEN
}

const lockedMembers = prepared((db, { members }: Members) =>
  db
    .selectFrom('members')
    .select('id')
    .where(isIn(db, 'id', members))
    .orderBy('id')
    .$if(isPostgres(db), (query) => query.forKeyShare()),
)

type Block = { readonly blocker_id: MemberId; readonly blocked_id: MemberId }

/** Blocks, and members whose posts are for followers, without a `blocked_id`. */
const visibilityAmong = prepared((db, { members }: Members) => {
  const isOneOf = (column: string) => isIn(db, column, members)
  return sql<Omit<Block, 'blocked_id'> & { readonly blocked_id: MemberId | null }>`
    select blocker_id, blocked_id from blocks where ${isOneOf('blocker_id')} and ${isOneOf('blocked_id')}
    union all select id, null from members where ${isOneOf('id')} and not ${isForEveryone}`
})

/**
 * Who of a few members has blocked whom of them, and whose posts are for followers. Until the transaction ends, this
 * does not change: blocks and changes of an audience lock the rows of their members for update, also in the order of
 * ids. SQLite has one writer at a time.
 */
export async function lockVisibility(transaction: Connection, members: readonly MemberId[]) {
  if (isPostgres(transaction)) await lockedMembers.send(transaction, { members })
  const rows = await visibilityAmong.all(transaction, { members })
  return {
    blocks: rows.filter((row): row is Block => row.blocked_id !== null),
    forFollowers: rows.filter((row) => row.blocked_id === null).map((row) => row.blocker_id),
  }
}

type Pair = { readonly viewer: MemberId; readonly member: MemberId }
type SeenMember = Audience & { readonly deleted_at: number | null; readonly is_blocked: boolean | 0 | 1 }

const seenMember = prepared((_db, { viewer, member }: Pair) => {
  return sql<SeenMember>`
    select is_private, limited_at, deleted_at, (
      exists (select 1 from blocks where blocker_id = ${viewer} and blocked_id = ${member})
      or exists (select 1 from blocks where blocker_id = ${member} and blocked_id = ${viewer})) as is_blocked
    from members where id = ${member}`
})

/**
 * As lockVisibility, for one member besides the viewer. Both are also locked against removal.
 * @returns who sees the member's posts; null if the member does not exist for the viewer
 */
export async function lockSeen(transaction: Connection, viewer: MemberId, member: MemberId): Promise<Audience | null> {
  // Before the read, whose snapshot then includes every block and change of an audience that this has waited for.
  if (isPostgres(transaction)) await lockedMembers.send(transaction, { members: [viewer, member] })
  const seen = await seenMember.first(transaction, { viewer, member })
  return seen && seen.deleted_at === null && !seen.is_blocked ? seen : null
}

type Follow = { readonly follower: MemberId; readonly followed: MemberId }
/** Locks a follow until the transaction ends. @returns false if there is none */
export const lockFollow = prepared((db, { follower, followed }: Follow) =>
  db
    .selectFrom('follows')
    .select('at')
    .where('follower_id', '=', follower)
    .where('followed_id', '=', followed)
    .$if(isPostgres(db), (query) => query.forKeyShare()),
).has

/** Who of a few members has blocked whom of them. */
export const listBlocksAmong = prepared((db, { members }: Members) =>
  db
    .selectFrom('blocks')
    .select(['blocker_id', 'blocked_id'])
    .where(isIn(db, 'blocker_id', members))
    .where(isIn(db, 'blocked_id', members)),
).all
