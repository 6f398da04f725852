import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartWarning } from '../failure.ts'
import { findWalDamage } from './wal.ts'

/** Writes that were acknowledged before may be missing. The message is for the operator. */
export class LostWritesError extends StartWarning {}

export interface OpenMark {
  /** Call it after each commit, before those who wait for it go on. */
  set(): void
  /** Call it when the last write has been acknowledged, before the connections are closed. */
  remove(): void
  /** Call it after another program than the server has closed its connections. */
  removeIfWrittenBack(): void
}

/**
 * A file beside the database that is there from the first commit of a server until it closes. After an unclean end the
 * last commits are only in the write-ahead log, so with the mark there must be one. After a clean end SQLite has
 * deleted it.
 */
export function createOpenMark(file: string): OpenMark {
  const mark = `${file}-open`
  let isSet = false

  function remove(): void {
    rmSync(mark, { force: true })
    flush(dirname(file))
    isSet = false
  }

  return {
    set() {
      if (isSet) return
      try {
        closeSync(openSync(mark, 'a', 0o600))
        flush(mark)
        flush(dirname(file))
        isSet = true
      } catch {
        // The commit has succeeded. The next one tries again.
      }
    },
    remove,
    removeIfWrittenBack() {
      // The last program that closes the database has written everything back.
      if (existsSync(mark) && !existsSync(`${file}-wal`)) remove()
    },
  }
}

/**
 * What the last unclean end may have lost, and no server has noticed before. Call it before the database is opened.
 * @returns null if nothing
 */
export function findLostWrites(file: string): string | null {
  if (!existsSync(`${file}-open`)) return null
  if (!existsSync(file)) return `The database (${file}) is missing after an unclean end.`
  const damage = findWalDamage(file)
  if (damage === null) return null
  // The file is only written when the log is written back.
  const since = statSync(file).mtime.toISOString()
  return `The write-ahead log of the database (${file}-wal) ${damage} after an unclean end. What was written since ${since} may be missing.`
}

/**
 * Copies a log that cannot be read completely to another name, before SQLite overwrites it.
 * @returns the name of the copy; null if there is no log
 */
export function keepDamagedWal(file: string, now = new Date()): string | null {
  const log = `${file}-wal`
  if (!existsSync(log)) return null
  const kept = `${log}.damaged-${now.toISOString().replaceAll(':', '-')}`
  copyFileSync(log, kept)
  flush(kept)
  return kept
}

/** To the disk. Some systems cannot do that for a directory. */
function flush(path: string): void {
  try {
    const handle = openSync(path, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {}
}
