import { IDBFactory } from 'fake-indexeddb'
import { closeDatabase } from '../src/data/offline/database.ts'

/**
 * An empty IndexedDB. Something of another test, with which this one shares its modules, may have opened that of
 * before.
 */
export async function freshDatabase(): Promise<void> {
  await closeDatabase()
  globalThis.indexedDB = new IDBFactory()
}
