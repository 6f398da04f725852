import { sql } from 'kysely'
import type { Connection, Database } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { prepared } from '../../database/prepared.ts'
import { findSetting, putSetting, removeSetting } from '../installation/settings.queries.ts'
import { BUCKET_SIZE, bucketOf, entriesOf, type IndexedMember, tokensOfMember } from './post-tokens.ts'
import type { Index } from './search-index.queries.ts'
import * as queries from './search-index.queries.ts'

/**
 * The index in batches, each in a transaction of its own. What is indexed is read after the changes: a later commit of
 * the same post has left another change.
 */

/** Of one transaction. */
const CHANGES_MAX = 200
const EARLIER_ROWS = 60
/** The first for a batch of changes, the second for a step of what existed before, which has fewer rows. */
const MERGED_PAGES = { changes: 32, earlier: 16 } as const

/** `isBusy`: another node writes the index. `isMore`: there is more to do. */
export interface Outcome {
  readonly isBusy: boolean
  readonly isMore: boolean
}

const BUSY: Outcome = { isBusy: true, isMore: true }

/** Indexes the oldest changes. @param mayWait for other nodes */
export function indexChanges(db: Database, mayWait = false): Promise<Outcome> {
  const work = async (transaction: Connection) => {
    if (!(await queries.lockIndex(transaction, mayWait))) return BUSY
    const changes = await queries.listChanges(transaction, CHANGES_MAX)
    const of = (kind: 'post' | 'member') => changes.filter((change) => change.kind === kind).map((change) => change.of)
    const buckets = [...new Set(of('post').map(bucketOf))]
    if (buckets.length > 0) await indexBuckets(transaction, buckets)
    const members = [...new Set(of('member'))]
    if (members.length > 0) await indexMembers(transaction, members)
    if (changes.length > 0) {
      await queries.deleteChanges(
        transaction,
        changes.map(({ id }) => id),
      )
    }
    return { isBusy: false, isMore: changes.length === CHANGES_MAX }
  }
  return db.write(work, { isBackground: true })
}

async function indexBuckets(transaction: Connection, buckets: readonly number[]): Promise<void> {
  const entries = entriesOf(await queries.readBuckets(transaction, buckets))
  const empty = buckets.filter((bucket) => !entries.has(bucket))
  await queries.deleteEntries(transaction, 'search_posts', empty)
  await queries.writeEntries(transaction, 'search_posts', entries)
  await mergeEntries(transaction, 'search_posts', MERGED_PAGES.changes)
}

async function indexMembers(transaction: Connection, ids: readonly number[]): Promise<void> {
  const entries = memberEntries(await queries.readMembers(transaction, ids))
  const gone = ids.filter((id) => !entries.has(id))
  await queries.deleteEntries(transaction, 'search_people', gone)
  await queries.writeEntries(transaction, 'search_people', entries)
  await mergeEntries(transaction, 'search_people', MERGED_PAGES.changes)
}

const memberEntries = (members: readonly IndexedMember[]): Map<number, string> =>
  new Map(members.map((member) => [member.id, tokensOfMember(member).join(' ')]))

/** What existed before it was indexed: before the migration, or all if the index is to be written again. */
export type Earlier = 'posts' | 'members'

/** Rows with ids below these are still to be indexed; 0 if all are. Members come first, because they take less time. */
export interface Position {
  readonly members: number
  readonly posts: number
}

const keyOf = (table: Earlier): string => `search.${table}`

export async function positionOf(db: Connection, table: Earlier): Promise<number> {
  return Number((await findSetting(db, keyOf(table))) ?? 0)
}

export async function readPosition(db: Connection): Promise<Position> {
  return { members: await positionOf(db, 'members'), posts: await positionOf(db, 'posts') }
}

/** @param below 0 if there is nothing to do */
export async function writePosition(transaction: Connection, table: Earlier, below: number): Promise<void> {
  if (below > 0) await putSetting(transaction, keyOf(table), below)
  else await removeSetting(transaction, keyOf(table))
}

/** Has everything indexed again. What is in the index is found meanwhile. */
export function requestIndexing(db: Database): Promise<void> {
  return db.write(async (transaction) => {
    for (const table of ['members', 'posts'] as const) {
      const newest = await queries.findEarlier(transaction, table, { below: Number.MAX_SAFE_INTEGER, skipped: 0 })
      if (newest !== null) await writePosition(transaction, table, newest + 1)
    }
  })
}

export const isDone = ({ members, posts }: Position): boolean => members === 0 && posts === 0
export const isSame = (a: Position, b: Position): boolean => a.members === b.members && a.posts === b.posts

/**
 * Indexes the newest rows below the position. Everything in their range of ids is read and written again.
 * @param expected does nothing if the position is another: then another node is at work
 * @param rows how many it indexes, or a few more
 * @returns the position afterwards, null if another node has the index; and how long the transaction took before its
 * commit
 */
export function indexEarlier(
  db: Database,
  expected: Position | null,
  rows = EARLIER_ROWS,
): Promise<Outcome & { position: Position | null; workMs: number }> {
  const work = async (transaction: Connection) => {
    if (!(await queries.lockIndex(transaction, expected === null))) return { ...BUSY, position: null }
    const position = await readPosition(transaction)
    if (expected !== null && !isSame(expected, position)) return { ...BUSY, position }
    const table = position.members > 0 ? 'members' : 'posts'
    if (position[table] === 0) return { isBusy: false, isMore: false, position }
    const from = await (table === 'posts' ? indexPostsBelow : indexMembersBelow)(transaction, position[table], rows)
    await writePosition(transaction, table, from)
    return { isBusy: false, isMore: true, position: { ...position, [table]: from } }
  }
  const timed = async (transaction: Connection) => {
    const start = performance.now()
    return { ...(await work(transaction)), workMs: performance.now() - start }
  }
  return db.write(timed, { isBackground: true })
}

/** @returns the smallest id that is indexed; 0 if there are no smaller ones */
async function indexPostsBelow(transaction: Connection, position: number, rows: number): Promise<number> {
  const below = (bucketOf(position - 1) + 1) * BUCKET_SIZE
  const earliest = await queries.findEarlier(transaction, 'posts', { below, skipped: rows - 1 })
  const from = bucketOf(earliest ?? 0) * BUCKET_SIZE
  await indexPostRange(transaction, from, below)
  return from
}

async function indexMembersBelow(transaction: Connection, below: number, rows: number): Promise<number> {
  const earliest = await queries.findEarlier(transaction, 'members', { below, skipped: rows - 1 })
  const from = earliest ?? 0
  await indexMemberRange(transaction, from, below)
  return from
}

async function indexPostRange(transaction: Connection, from: number, below: number): Promise<void> {
  const entries = entriesOf(await queries.readRange(transaction, { from, below }))
  const keys = { from: bucketOf(from), below: bucketOf(below) }
  await queries.deleteEntriesIn(transaction, 'search_posts', keys)
  await queries.writeEntries(transaction, 'search_posts', entries)
  await mergeEntries(transaction, 'search_posts', MERGED_PAGES.earlier)
}

async function indexMemberRange(transaction: Connection, from: number, below: number): Promise<void> {
  const entries = memberEntries(await queries.readMembersIn(transaction, { from, below }))
  await queries.deleteEntriesIn(transaction, 'search_people', { from, below })
  await queries.writeEntries(transaction, 'search_people', entries)
  await mergeEntries(transaction, 'search_people', MERGED_PAGES.earlier)
}

/** The share of the posts that are indexed, by their times: 1 for all. */
export async function readShare(db: Connection): Promise<number> {
  const { posts, members } = await readPosition(db)
  if (posts === 0) return 1
  const { oldest, newest } = await queries.findRange(db)
  return members > 0 || newest === oldest ? 0 : Math.min(1, Math.max(0, (newest + 1 - posts) / (newest - oldest)))
}

/** Indexes all that was committed before the call. For tests and benchmarks. */
export async function indexAll(db: Database): Promise<void> {
  while ((await indexChanges(db, true)).isMore);
  while ((await indexEarlier(db, null)).isMore);
}

const mergerOf = (index: Index) =>
  prepared(
    (_db, { pages }: { pages: number }) => sql`
      insert into ${sql.table(index)} (${sql.ref(index)}, rank) values ('merge', ${pages})`,
  )
const mergers: Readonly<Record<Index, ReturnType<typeof mergerOf>>> = {
  search_posts: mergerOf('search_posts'),
  search_people: mergerOf('search_people'),
}

/**
 * Merges a part of what earlier transactions have written to SQLite's index. FTS5's own merges (`automerge`) are turned
 * off, because large ones hold the thread that answers requests.
 * @param pages how many it merges at most, each of 4 KB
 */
async function mergeEntries(transaction: Connection, index: Index, pages: number): Promise<void> {
  if (!isPostgres(transaction)) await mergers[index].send(transaction, { pages })
}
