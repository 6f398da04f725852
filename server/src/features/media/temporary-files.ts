import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** No upload lives this long; in milliseconds. */
const ABANDONED_MS = 60 * 60_000

/** Names for files that are still being made. What a run that is long over was making is removed now. */
export async function openTemporaryFiles(directory: string): Promise<() => string> {
  await mkdir(directory, { recursive: true })
  await removeAbandoned(directory)
  return () => join(directory, randomUUID())
}

/** What a run that is long over was receiving when it ended is nobody's; other nodes may be receiving here now. */
async function removeAbandoned(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = join(directory, name)
    const { mtimeMs = Date.now() } = (await stat(file).catch(() => null)) ?? {}
    if (mtimeMs < Date.now() - ABANDONED_MS) await rm(file, { force: true })
  }
}
