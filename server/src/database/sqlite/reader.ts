import { Worker } from 'node:worker_threads'
import type { Kysely } from 'kysely'
import { createThread } from '../../threads/thread.ts'
import type { Schema } from '../schema.ts'
import { createAsyncKysely } from './dialect.ts'
import { keepRetrying } from './locks.ts'
import { asSqliteFailure, rowOf } from './statement.ts'

/** What the thread gets when it starts. */
export interface ReaderData {
  readonly file: string
  /** Size of SQLite's page cache. */
  readonly cacheMb: number
}

export interface ReaderQuestion {
  readonly text: string
  readonly parameters: readonly unknown[]
}

/** The values of all rows, one row after the other; or an error of `node:sqlite`. */
export type ReaderAnswer =
  | { readonly columns: readonly string[]; readonly values: readonly unknown[] }
  | { readonly message: string; readonly properties: object }

export interface Reader {
  /** For reads. Waits for locks of other processes. */
  readonly kysely: Kysely<Schema>
  /** The number of statements sent so far. */
  readonly queries: number
  /** Waits for statements under way. Later ones fail. */
  close(): Promise<void>
}

/** If a thread needs more memory, it ends, and not the process. No heavy read has rows of more than some megabytes. */
const HEAP_MAX_MB = 64

/**
 * Runs statements in a thread, with a connection of its own, so that they do not hold the event loop.
 * @param lockTimeoutMs how long a statement waits for locks of other processes
 * @param cacheMb size of SQLite's page cache
 */
export function createReader(file: string, lockTimeoutMs: number, cacheMb: number): Reader {
  const workerData: ReaderData = { file, cacheMb }
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MAX_MB }
  const url = new URL('./reader-thread.ts', import.meta.url)
  const thread = createThread<ReaderQuestion, ReaderAnswer>(() => new Worker(url, { workerData, resourceLimits }))
  let queries = 0

  async function run(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    queries++
    return rowsOf(await thread.ask({ text, parameters }))
  }

  async function all(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    try {
      return await run(text, parameters)
    } catch (error) {
      return keepRetrying(error, lockTimeoutMs, () => run(text, parameters))
    }
  }

  return {
    kysely: createAsyncKysely(all),
    get queries() {
      return queries
    },
    close: thread.end,
  }
}

function rowsOf(answer: ReaderAnswer): unknown[] {
  if ('message' in answer) throw asSqliteFailure(Object.assign(new Error(answer.message), answer.properties))
  const { columns, values } = answer
  const rows: unknown[] = []
  for (let start = 0; start < values.length; start += columns.length) {
    rows.push(rowOf(columns, values.slice(start, start + columns.length)))
  }
  return rows
}
