import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where media files are kept. Names are ours alone (media.view.ts), so none can lead out of the store. */
export interface MediaStore {
  /** A place for a file that is still being received; gone after a restart. */
  temporaryFile(): string
  /** Takes a finished file over under its name, durably and at once: there is never half a file. */
  keep(file: string, name: string): Promise<void>
  /** The path of a kept file, or null when there is none of this name. */
  find(name: string): Promise<string | null>
}

/** No upload lives this long; in milliseconds. */
const ABANDONED_MS = 60 * 60_000

/** Files in a directory, spread over sub-directories by the first letters of their names. */
export async function openDiskStore(directory: string): Promise<MediaStore> {
  const temporary = join(directory, 'tmp')
  await mkdir(temporary, { recursive: true })
  await removeAbandoned(temporary)
  const pathOf = (name: string) => join(directory, name.slice(0, 2), name)

  return {
    temporaryFile: () => join(temporary, randomUUID()),
    async keep(file, name) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true })
      await flush(file)
      await rename(file, path)
      await flush(dirname(path))
    },
    async find(name) {
      const path = pathOf(name)
      return (await isFile(path)) ? path : null
    },
  }
}

/** What a run that is long over was receiving when it ended is nobody's; other nodes may be receiving here now. */
async function removeAbandoned(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = join(directory, name)
    const { mtimeMs = Date.now() } = (await stat(file).catch(() => null)) ?? {}
    if (mtimeMs < Date.now() - ABANDONED_MS) await rm(file, { force: true })
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

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
