import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaStore } from './media-store.ts'

/** The part of a store that is the same for all: a local directory for files that are still being made. */
export async function openTemporaryFiles(
  directory: string,
): Promise<Pick<MediaStore, 'temporaryFile' | 'removeUnfinished'>> {
  await mkdir(directory, { recursive: true })
  return {
    temporaryFile: () => join(directory, randomUUID()),
    async removeUnfinished(before) {
      for (const name of await readdir(directory)) {
        const file = join(directory, name)
        const { mtimeMs = before } = (await stat(file).catch(() => null)) ?? {}
        if (mtimeMs < before) await rm(file, { force: true, recursive: true })
      }
    },
  }
}
