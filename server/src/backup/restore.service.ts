import { copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { openMediaStore } from '../features/media/store/open-store.ts'
import { DATABASE_FILES, SECRET } from './backup.service.ts'
import { BackupError, checkFiles, type Manifest, readManifest } from './manifest.ts'
import { restoreMedia } from './media-copy.ts'
import { requireEmptyPostgres, restorePostgres } from './postgres-copy.ts'
import { restoreSqlite } from './sqlite-copy.ts'

/**
 * Restores a backup into an empty installation. The files of the manifest are checked before the first is written. The
 * database is written last, so an interrupted restore leaves none. @throws BackupError, MediaStoreError
 */
export async function restore(config: Config, source: string): Promise<{ media: number; manifest: Manifest }> {
  const manifest = await readManifest(source)
  const engine = 'file' in config.database ? 'sqlite' : 'postgres'
  if (manifest.engine !== engine) {
    const needed = manifest.engine === 'sqlite' ? 'without DATABASE_URL' : 'with a DATABASE_URL'
    throw new BackupError(`The backup is from an installation ${needed}.`)
  }
  await checkFiles(source, manifest)
  await requireEmpty(config)

  await mkdir(config.dataDir, { recursive: true })
  const media = await restoreMedia(join(source, 'media'), await openMediaStore(config.dataDir, config.s3))
  if (SECRET in manifest.files) await copyFile(join(source, SECRET), join(config.dataDir, SECRET))
  const copy = join(source, DATABASE_FILES[engine])
  if ('file' in config.database) await restoreSqlite(copy, config.database.file)
  else await restorePostgres(copy, config.database.url)
  return { media, manifest }
}

/** @throws BackupError */
async function requireEmpty({ database, dataDir }: Config): Promise<void> {
  const present = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (present.length > 0) throw new BackupError(`${dataDir} is not empty. Nothing is overwritten.`)
  if ('file' in database) {
    const isThere = (await stat(database.file).catch(() => null)) !== null
    if (isThere) throw new BackupError(`${database.file} already exists. Nothing is overwritten.`)
  } else {
    await requireEmptyPostgres(database.url)
  }
}
