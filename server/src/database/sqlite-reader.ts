import { Worker } from 'node:worker_threads'
import type { Kysely } from 'kysely'
import { DatabaseFailure } from './failure.ts'
import type { Schema } from './schema.ts'
import { createAsyncKysely } from './sqlite-dialect.ts'
import { asSqliteFailure } from './sqlite-failure.ts'
import { keepRetrying } from './sqlite-locks.ts'
import { rowOf } from './sqlite-statement.ts'

/** What the thread gets when it starts. */
export interface ReaderData {
  readonly file: string
  /** Size of SQLite's page cache. */
  readonly cacheMb: number
}

/** A message to the thread. It answers each statement, in their order, and closes its port at the end. */
export type ReaderMessage = { readonly text: string; readonly parameters: readonly unknown[] } | 'end'

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
const HEAP_MAX_MB = 128

/**
 * Runs statements in a thread, with a connection of its own, so that they do not hold the event loop. The thread starts
 * with the first statement. If it ends, statements under way fail as if the database did not respond, and the next one
 * starts another thread.
 * @param lockTimeoutMs how long a statement waits for locks of other processes
 * @param cacheMb size of SQLite's page cache
 */
export function createReader(file: string, lockTimeoutMs: number, cacheMb: number): Reader {
  let thread: Worker | null = null
  let waiting: PromiseWithResolvers<ReaderAnswer>[] = []
  let isClosed = false
  let queries = 0

  function start(): Worker {
    const workerData: ReaderData = { file, cacheMb }
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MAX_MB }
    const started = new Worker(new URL('./sqlite-reader-thread.ts', import.meta.url), { workerData, resourceLimits })
    let reason: unknown = new Error('The thread has ended.')
    started.on('message', (answer: ReaderAnswer) => {
      waiting.shift()?.resolve(answer)
      // Only statements under way keep a process from ending.
      if (waiting.length === 0) started.unref()
    })
    started.on('error', (error) => {
      reason = error
    })
    started.on('exit', () => {
      const failed = waiting
      thread = null
      waiting = []
      for (const { reject } of failed) reject(new DatabaseFailure('unavailable', reason))
    })
    return started
  }

  async function run(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    if (isClosed) throw new DatabaseFailure('unavailable', new Error('The connection is closed.'))
    queries++
    thread ??= start()
    thread.postMessage({ text, parameters } satisfies ReaderMessage)
    thread.ref()
    const asked = Promise.withResolvers<ReaderAnswer>()
    waiting.push(asked)
    return rowsOf(await asked.promise)
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
    async close() {
      isClosed = true
      if (!thread) return
      // The process may have nothing else to do.
      thread.ref()
      const exit = new Promise((resolve) => thread?.once('exit', resolve))
      thread.postMessage('end' satisfies ReaderMessage)
      await exit
    },
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
