import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { onEnd } from '@quack/testing/run'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
const NAME = 'quack-test-'
const HOUR_MS = 3_600_000
/** More than a run of all tests needs there at a time. */
const ROOM_BYTES = 8 * 1_024 ** 3

/**
 * Has this process and all that it starts keep temporary files in memory, if there is plenty. Most of them are
 * databases of one test file: on a disk, creating and removing their files takes a third of the CPU time of PostgreSQL.
 * The directory is removed when this process ends; that of a run that was killed, by a run an hour later.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return
  for (const name of readdirSync(MEMORY)) if (isLeft(name)) remove(join(MEMORY, name))
  const { bavail, bsize } = statfsSync(MEMORY)
  if (Math.min(bavail * bsize, process.availableMemory()) < ROOM_BYTES) return
  const directory = join(MEMORY, `${NAME}${process.pid}`)
  mkdirSync(directory, { recursive: true })
  // PostgreSQL runs under an account of its own.
  chmodSync(directory, 0o711)
  onEnd(() => remove(directory))
  process.env.TMPDIR = directory
}

/** Whether an earlier run left it. An hour, because a process of another container cannot be seen here. */
function isLeft(name: string): boolean {
  if (!name.startsWith(NAME)) return false
  const stat = statSync(join(MEMORY, name), { throwIfNoEntry: false })
  if (stat?.uid !== process.getuid?.() || (stat?.mtimeMs ?? 0) > Date.now() - HOUR_MS) return false
  return !existsSync(`/proc/${name.slice(NAME.length)}`)
}

function remove(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    console.error(error)
  }
}
