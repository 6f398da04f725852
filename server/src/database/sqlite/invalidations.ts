import type { DatabaseSync } from 'node:sqlite'
import { EVERYTHING, type Invalidation, InvalidationLog, readInvalidation } from '../invalidation-log.ts'
import { triggerSteps } from '../triggers.ts'

/** A write with more invalidations than this invalidates everything. */
const TRANSACTION_MAX = 1_000
/** Rows of one write often cause the same invalidation. Each is compared with this many before it. */
const COMPARED = 6

/** The invalidations of the write under way, and the log of those that were committed. */
export interface RowInvalidations {
  readonly log: InvalidationLog
  readonly note: (kind: string, a: number, b: number) => void
  /** @returns what was noted since the last call */
  take(): readonly Invalidation[]
  /** Null, or rejects if the file cannot be read. */
  catchUp(): Promise<never> | null
}

/**
 * @param readVersion returns a number that changes with every commit of another process
 * @param isWatched whether triggers note changed rows; if not, each write invalidates everything
 */
export function createRowInvalidations(readVersion: () => number, isWatched: boolean): RowInvalidations {
  const log = new InvalidationLog()
  let noted: Invalidation[] = []
  let version = Number.NaN
  let isVersionRead = false
  const endTurn = () => {
    isVersionRead = false
  }

  return {
    log,
    note(kind, a, b) {
      if (noted.length > TRANSACTION_MAX) return
      const isNoted = noted.slice(-COMPARED).some((each) => each[0] === kind && each[1] === a && each[2] === b)
      if (!isNoted) noted.push(readInvalidation(kind, a, b))
    },
    take() {
      const taken = noted
      noted = []
      return isWatched && taken.length <= TRANSACTION_MAX ? taken : EVERYTHING
    },
    catchUp() {
      // Once per turn of the event loop: a request that was sent after a commit arrives in a later turn.
      if (isVersionRead) return null
      try {
        const read = readVersion()
        if (read !== version) log.add(EVERYTHING)
        version = read
      } catch (error) {
        return Promise.reject(error)
      }
      isVersionRead = true
      setImmediate(endTurn)
      return null
    },
  }
}

/** Creates temporary triggers. They belong to this connection; the file and other programs do not have them. */
export function createRowTriggers(database: DatabaseSync, note: RowInvalidations['note']): void {
  database.function('quack_invalidate', (kind, a, b) => {
    note(String(kind), Number(a), Number(b))
    return null
  })
  const listed = database.prepare('select name from pragma_table_info(?)')
  const columnsOf = (table: string) => listed.all(table).map(({ name }) => String(name))
  for (const [index, { table, event, of, condition, values, from }] of triggerSteps(columnsOf).entries()) {
    // SQLite compiles into each update all triggers of the table, except those that are for other columns.
    const columns = of === null ? '' : `of ${of.join(', ')}`
    const when = condition === null ? '' : `when ${condition}`
    database.exec(`
      create temp trigger invalidate_${index} after ${event} ${columns} on main.${table} ${when}
      begin select quack_invalidate(${values}) ${from}; end`)
  }
}
