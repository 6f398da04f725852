import { type DeviceDatabase, openDatabase } from './database.ts'

/** What may be kept for reading, of all members of this device together, in bytes. */
export const BUDGET = 50_000_000
/** Part of the budget that is still used after making room, so that not every write has to. */
const TARGET = 0.9

const STORES = ['pages', 'pictures'] as const
type Store = (typeof STORES)[number]

interface Row {
  store: Store
  key: [string, string]
  usedAt: number
  bytes: number
}

/** What is kept for reading, in bytes. */
export async function measure(): Promise<number> {
  return sum(await listRows(await openDatabase()))
}

/** Deletes what was not used for the longest time, if the budget is exceeded. Returns what is kept then, in bytes. */
export async function makeRoom(): Promise<number> {
  const database = await openDatabase()
  const rows = await listRows(database)
  const total = sum(rows)
  return total <= BUDGET ? total : await evict(database, rows, total - BUDGET * TARGET)
}

/** Deletes the older half: the browser gives less than the budget. */
export async function halve(): Promise<void> {
  const database = await openDatabase()
  const rows = await listRows(database)
  await evict(database, rows, sum(rows) / 2)
}

/** Deletes all that is kept for reading, of every member. */
export async function clearKept(): Promise<void> {
  const transaction = (await openDatabase()).transaction(STORES, 'readwrite')
  await Promise.all([...STORES.map((store) => transaction.objectStore(store).clear()), transaction.done])
}

async function evict(database: DeviceDatabase, rows: Row[], excess: number): Promise<number> {
  rows.sort((one, other) => one.usedAt - other.usedAt)
  const transaction = database.transaction(STORES, 'readwrite')
  const work: Promise<void>[] = [transaction.done]
  let freed = 0
  for (const { store, key, bytes } of rows) {
    if (freed >= excess) break
    work.push(transaction.objectStore(store).delete(key))
    freed += bytes
  }
  await Promise.all(work)
  return sum(rows) - freed
}

/** The rows without their content: the index has what is needed. */
async function listRows(database: DeviceDatabase): Promise<Row[]> {
  const rows: Row[] = []
  for (const store of STORES) {
    let cursor = await database.transaction(store).store.index('byUse').openKeyCursor()
    while (cursor) {
      const [usedAt, bytes] = cursor.key
      rows.push({ store, key: cursor.primaryKey, usedAt, bytes })
      cursor = await cursor.continue()
    }
  }
  return rows
}

function sum(rows: readonly Row[]): number {
  return rows.reduce((total, { bytes }) => total + bytes, 0)
}
