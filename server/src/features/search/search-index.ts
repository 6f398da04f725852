import type { Connection, Database } from '../../database/database.ts'
import { findSetting, putSetting, removeSetting } from '../installation/settings.queries.ts'
import { BUCKET_SIZE, bucketOf, entriesOf, type IndexedMember, tokensOfMember } from './post-tokens.ts'
import * as queries from './search-index.queries.ts'

/**
 * The index in batches, each in a transaction of its own. What is indexed is read after the changes: a later commit of
 * the same post has left another change.
 */

/** Of one transaction. */
const CHANGES_MAX = 200
const EARLIER_MAX = 200

export interface Outcome {
  /** False if another node is writing the index. */
  readonly hasLock: boolean
  readonly isMore: boolean
}

const BUSY: Outcome = { hasLock: false, isMore: true }

/** Indexes the oldest changes. @param mayWait for other nodes */
export function indexChanges(db: Database, mayWait = false): Promise<Outcome> {
  return db.write(async (transaction) => {
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
    return { hasLock: true, isMore: changes.length === CHANGES_MAX }
  })
}

async function indexBuckets(transaction: Connection, buckets: readonly number[]): Promise<void> {
  const entries = entriesOf(await queries.readBuckets(transaction, buckets))
  const empty = buckets.filter((bucket) => !entries.has(bucket))
  await queries.deleteEntries(transaction, 'search_posts', empty)
  await queries.writeEntries(transaction, 'search_posts', entries)
}

async function indexMembers(transaction: Connection, ids: readonly number[]): Promise<void> {
  const entries = memberEntries(await queries.readMembers(transaction, ids))
  const gone = ids.filter((id) => !entries.has(id))
  await queries.deleteEntries(transaction, 'search_people', gone)
  await queries.writeEntries(transaction, 'search_people', entries)
}

const memberEntries = (members: readonly IndexedMember[]): Map<number, string> =>
  new Map(members.map((member) => [member.id, tokensOfMember(member).join(' ')]))

/** What the first indexing reads: everything from before the migration, or all if the index is to be written again. */
export type Earlier = 'posts' | 'members'

const positionKey = (table: Earlier): string => `search.${table}`

/** Rows with ids below this are still to be indexed; 0 if all are. */
export async function positionOf(db: Connection, table: Earlier): Promise<number> {
  return Number((await findSetting(db, positionKey(table))) ?? 0)
}

/** Indexes the newest of what existed before. Everything in their range of ids is read and written again. */
export function indexEarlier(db: Database, table: Earlier, mayWait = false): Promise<Outcome> {
  return db.write(async (transaction) => {
    if (!(await queries.lockIndex(transaction, mayWait))) return BUSY
    const position = await positionOf(transaction, table)
    if (position === 0) return { hasLock: true, isMore: false }
    const below = table === 'posts' ? (bucketOf(position - 1) + 1) * BUCKET_SIZE : position
    const earliest = await queries.findEarlier(transaction, table, { below, skipped: EARLIER_MAX - 1 })
    const from = earliest === null ? 0 : table === 'posts' ? bucketOf(earliest) * BUCKET_SIZE : earliest
    if (table === 'posts') await indexPostRange(transaction, from, below)
    else await indexMemberRange(transaction, from, below)
    if (from > 0) await putSetting(transaction, positionKey(table), from)
    else await removeSetting(transaction, positionKey(table))
    return { hasLock: true, isMore: from > 0 }
  })
}

async function indexPostRange(transaction: Connection, from: number, below: number): Promise<void> {
  const entries = entriesOf(await queries.readRange(transaction, { from, below }))
  const keys = { from: bucketOf(from), below: bucketOf(below) }
  await queries.deleteEntriesIn(transaction, 'search_posts', keys)
  await queries.writeEntries(transaction, 'search_posts', entries)
}

async function indexMemberRange(transaction: Connection, from: number, below: number): Promise<void> {
  const entries = memberEntries(await queries.readMembersIn(transaction, { from, below }))
  await queries.deleteEntriesIn(transaction, 'search_people', { from, below })
  await queries.writeEntries(transaction, 'search_people', entries)
}

/** Indexes all that was committed before the call. For tests and tools. */
export async function indexAll(db: Database): Promise<void> {
  while ((await indexChanges(db, true)).isMore);
  for (const table of ['members', 'posts'] as const) while ((await indexEarlier(db, table, true)).isMore);
}
