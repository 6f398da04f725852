import { copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { requireCurrent } from '../database/migrations/migrate.ts'
import { openDatabase } from '../database/open/open.ts'
import { recordBackup } from '../features/installation/statistics.ts'
import { openMediaStore } from '../features/media/store/open-store.ts'
import { withMediaLease } from '../features/media/sweep/media-lease.ts'
import { BackupError, digestOf, writeManifest } from './manifest.ts'
import { copyMedia } from './media-copy.ts'
import { copyPostgres } from './postgres-copy.ts'
import { copySqlite } from './sqlite-copy.ts'

export const DATABASE_FILES = { sqlite: 'quack.sqlite', postgres: 'quack.dump' } as const
export const SECRET = 'secret.key'

export interface Backup {
  /** Number of media files. */
  readonly media: number
  /** Media that the database references but that were missing before. The operator should know. */
  readonly lost: readonly string[]
}

/**
 * Copies an installation, which may be running: a snapshot of the database, then the media, and the secret if the
 * server has made it. Media never change under their names, and no removal of them begins meanwhile, so the copy has
 * the files that the snapshot names. Those that were missing before are listed.
 * @throws BackupError, NoInstallationError, DatabaseVersionError, LostWritesError, MediaStoreError
 */
export async function backUp(config: Config, target: string, version: string): Promise<Backup> {
  const lost: string[] = []
  await requireInstallation(config)
  await makeEmpty(target)
  const db = await openDatabase(config.database, () => undefined, requireCurrent)
  try {
    const store = await openMediaStore(config.dataDir, config.s3)
    const databaseFile = DATABASE_FILES[db.engine]
    const media = await withMediaLease(db, async () => {
      await ('file' in config.database
        ? copySqlite(config.database.file, join(target, databaseFile))
        : copyPostgres(config.database.url, join(target, databaseFile)))
      // A file is stored before its reference, so files that were referenced during the copy are in it too.
      const names = await listNamed(db)
      const copied = await copyMedia(store, join(target, 'media'))
      lost.push(...names.filter((name) => !copied.has(name)))
      return copied
    })
    const files = Object.fromEntries([...media].map(([name, digest]) => [`media/${name}`, digest]))
    files[databaseFile] = await digestOf(join(target, databaseFile))
    if (config.secretKey === null && (await copySecret(config.dataDir, target))) {
      files[SECRET] = await digestOf(join(target, SECRET))
    }
    const about = { quack: version, engine: db.engine, createdAt: new Date().toISOString() }
    await writeManifest(target, { format: 1, ...about, files })
    await recordBackup(db)
    return { media: media.size, lost }
  } finally {
    await db.close()
  }
}

/** A wrong DATA_DIR must not count as an empty installation. */
async function requireInstallation({ database, dataDir }: Config): Promise<void> {
  if ('file' in database && (await stat(database.file).catch(() => null)) === null) {
    throw new BackupError(`There is no Quack in ${dataDir}. Is DATA_DIR the server's?`)
  }
}

async function makeEmpty(target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 })
  if ((await readdir(target)).length > 0) throw new BackupError(`${target} is not empty. Nothing is overwritten.`)
}

async function listNamed(db: Database): Promise<string[]> {
  const rows = await db.read.selectFrom('media').select('name').where('removing_at', 'is', null).execute()
  return rows.map((row) => row.name)
}

async function copySecret(dataDir: string, target: string): Promise<boolean> {
  const secret = join(dataDir, SECRET)
  if ((await stat(secret).catch(() => null)) === null) return false
  // The copy keeps the file's mode, which allows only its owner.
  await copyFile(secret, join(target, SECRET))
  return true
}
