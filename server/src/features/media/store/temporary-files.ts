import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UPLOAD_SECONDS } from '@quack/contract/rules/limits'
import type { MediaStore } from './media-store.ts'

/** A temporary file that was not written to for this long is abandoned; in milliseconds. */
const ABANDONED_MS = 60 * 60_000

/** The part that all stores share: local directories for files that are still arriving or being written. */
export async function openTemporaryFiles(
  directory: string,
): Promise<Pick<MediaStore, 'temporaryFile' | 'partsDirectory' | 'removeUnfinished'>> {
  const temporary = join(directory, 'tmp')
  const partsDirectory = join(directory, 'parts')
  for (const folder of [temporary, partsDirectory]) await mkdir(folder, { recursive: true })
  return {
    temporaryFile: () => join(temporary, randomUUID()),
    partsDirectory,
    async removeUnfinished(now) {
      await removeOlder(temporary, now - ABANDONED_MS)
      await removeOlder(partsDirectory, now - UPLOAD_SECONDS * 1_000)
    },
  }
}

async function removeOlder(directory: string, before: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = join(directory, name)
    const { mtimeMs = before } = (await stat(file).catch(() => null)) ?? {}
    if (mtimeMs < before) await rm(file, { force: true, recursive: true })
  }
}
