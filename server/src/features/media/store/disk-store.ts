import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { MediaStore } from './media-store.ts'
import { openTemporaryFiles } from './temporary-files.ts'

/** Stored files are in folders with names of two characters. Names of other folders are longer. */
const FOLDER_LENGTH = 2

/** Stores files in a directory, in sub-directories by the first characters of their names. */
export async function openDiskStore(directory: string): Promise<MediaStore> {
  const folderOf = (name: string) => join(directory, name.slice(0, FOLDER_LENGTH))
  const pathOf = (name: string) => join(folderOf(name), name)

  return {
    ...(await openTemporaryFiles(directory)),

    async put(file, name) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true })
      await flush(file)
      await rename(file, path)
      await flush(dirname(path))
    },

    async find(name) {
      const found = await ifThere(stat(pathOf(name)))
      return found?.isFile() ? { bytes: found.size } : null
    },

    async open(name, range) {
      const handle = await ifThere(open(pathOf(name)))
      return handle?.createReadStream(range) ?? null
    },

    async withLocalFile(name, use) {
      const path = pathOf(name)
      return (await ifThere(stat(path))) === null ? null : use(path)
    },

    async remove(name) {
      const inFolder = (await ifThere(readdir(folderOf(name)))) ?? []
      // Derived files first: the original's name leads to what is left if the removal is interrupted.
      const made = inFolder.filter((entry) => entry.startsWith(`${name}.`))
      for (const entry of [...made, name]) await rm(pathOf(entry), { force: true })
    },

    async *list() {
      for (const folder of await readdir(directory)) {
        if (folder.length !== FOLDER_LENGTH) continue
        for (const name of await readdir(join(directory, folder))) {
          const found = await ifThere(stat(pathOf(name)))
          if (found) yield { name, storedAt: found.mtimeMs }
        }
      }
    },
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Null if the file does not exist. Other errors are thrown. */
async function ifThere<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    throw error
  }
}
