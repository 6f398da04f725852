import { existsSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { run } from './processes.ts'

const DROP_CACHES = '/proc/sys/vm/drop_caches'

/**
 * Evicts an SQLite database from Linux's page cache, as after a start of the machine. With the necessary rights, it
 * drops the whole page cache; otherwise only the files of the database.
 * @returns a sentence that says which
 */
export async function dropPageCache(file: string): Promise<string> {
  if (process.platform !== 'linux') throw new Error('The page cache can only be dropped on Linux.')
  // Dirty pages cannot be dropped.
  await run(['sync'])
  const before = await cachedMegabytes(file)
  const isAllDropped = dropAll()
  if (!isAllDropped) await Promise.all(filesOf(file).map(evict))
  const what = isAllDropped ? 'Dropped the page cache of the machine' : 'Evicted the database from the page cache'
  return `${what}: of the database it held ${before} MB, now ${await cachedMegabytes(file)} MB.`
}

/** @returns false if this process has no right to do so */
function dropAll(): boolean {
  try {
    writeFileSync(DROP_CACHES, '3')
    return true
  } catch {
    return false
  }
}

/**
 * Caches an SQLite database, so that Quack is measured and not the disk: another program may have taken its place in the
 * page cache. It is read from its end, and so cached in small pieces, as SQLite's own reads cache it. From its beginning,
 * Linux would cache it in pieces of up to 2 MB, and walk through a whole piece for every page that is written: a fifth
 * of all processor time of the mixed load.
 */
export async function fillPageCache(file: string): Promise<void> {
  if (process.platform === 'linux') await evict(file)
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const piece = Buffer.alloc(65_536)
    for (let at = size - (size % piece.length); at >= 0; at -= piece.length) await handle.read(piece, { position: at })
  } finally {
    await handle.close()
  }
}

/** GNU dd, which copies nothing here, tells the kernel that the file will not be needed (POSIX_FADV_DONTNEED). */
function evict(file: string): Promise<string> {
  return run(['dd', `of=${file}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0', 'status=none'])
}

async function cachedMegabytes(file: string): Promise<string> {
  const bytes = await run(['fincore', '--bytes', '--noheadings', '--output', 'RES', ...filesOf(file)])
  const sum = bytes.split('\n').reduce((all, line) => all + Number(line), 0)
  return (sum / 1e6).toFixed(0)
}

/** Includes the write-ahead log, if there is one. */
const filesOf = (file: string) => [file, `${file}-wal`].filter((each) => existsSync(each))
