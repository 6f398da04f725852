import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { asFailure, type FailureKind } from './failure.ts'
import { StatementNames } from './statement-names.ts'

const DISK_FULL = '53100'
/** The server says this, without a code of its own, to a new connection when its disk is full. It is never translated. */
const INIT_FILE_UNWRITTEN = 'could not write init file'
/**
 * By the first two letters of the code: connection exceptions, too few resources (connections, memory), and an operator
 * who stops the server, or a crash of it.
 */
const AWAY = new Set(['08', '53', '57'])
/** Of those, the one that has a cause in the query: it ran too long and was ended. */
const CANCELLED = '57014'

/** Kysely's view of a client, which says more of its answers. */
export interface WatchedClient extends PostgresPoolClient {
  query: PostgresPoolClient['query'] & Query
}

type Query = (text: string, parameters: readonly unknown[]) => Promise<pg.QueryResult>

export interface WatchedPool extends PostgresPool {
  connect(): Promise<WatchedClient>
}

/**
 * Kysely's view of a pool, in which a server that is away or full is told as that.
 * @param onQuery told of every statement
 */
export function watchPool(pool: pg.Pool, onQuery: () => void = () => undefined): WatchedPool {
  const watched = new WeakMap<pg.PoolClient, WatchedClient>()
  const names = new StatementNames()
  return {
    options: pool.options,
    // Whoever made the pool ends it: Kysely does so only where it was used.
    end: async () => undefined,
    async connect() {
      const client = await told(pool.connect())
      const known = watched.get(client)
      if (known) return known
      const made = watchClient(client, names, onQuery)
      watched.set(client, made)
      return made
    },
  }
}

/** Without cursors, which we have no use for. */
function watchClient(client: pg.PoolClient, names: StatementNames, onQuery: () => void): WatchedClient {
  const query: Query = (text, parameters) => {
    onQuery()
    return told(client.query({ name: names.of(text), text, values: [...parameters] }))
  }
  return { query: query as WatchedClient['query'], release: (destroy) => client.release(destroy) }
}

async function told<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    throw asFailure(error, kindOf)
  }
}

function kindOf(error: unknown): FailureKind | null {
  if (error instanceof pg.DatabaseError) {
    const { code = '', message } = error
    if (code === DISK_FULL || message === INIT_FILE_UNWRITTEN) return 'full'
    return AWAY.has(code.slice(0, 2)) && code !== CANCELLED ? 'unavailable' : null
  }
  // What the server has not said comes from the connection, but for mistakes of ours.
  return error instanceof TypeError || error instanceof RangeError ? null : 'unavailable'
}
