import { chmod, copyFile, open, rename } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { BackupError } from './manifest.ts'

/** Copies a snapshot of the database, while others read and write it. */
export async function copySqlite(file: string, target: string): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  try {
    database.prepare('vacuum into ?').run(target)
  } finally {
    database.close()
  }
  await chmod(target, 0o600)
  await flush(target)
}

/** @throws BackupError if SQLite finds damage in the copy; an error of SQLite if it cannot read it */
export async function restoreSqlite(copy: string, target: string): Promise<void> {
  const draft = `${target}.restoring`
  await copyFile(copy, draft)
  await flush(draft)
  const database = new DatabaseSync(draft)
  try {
    const [answer] = database.prepare('pragma integrity_check').all()
    if (answer?.integrity_check !== 'ok') throw new BackupError('The database in the backup is damaged.')
  } finally {
    database.close()
  }
  // Renamed only when it is complete.
  await rename(draft, target)
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
