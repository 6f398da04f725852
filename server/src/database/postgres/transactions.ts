import { Kysely, PostgresDialect } from 'kysely'
import type { Connection } from '../database.ts'
import { type DirectStatements, setDirectStatements } from '../prepared.ts'
import type { Schema } from '../schema.ts'
import type { PoolClient, QueryPool } from './pool.ts'

export interface Transactions {
  /**
   * Runs `work` in a transaction. Statements whose result is not needed are pipelined, and so is the commit. So the
   * rows that they lock are not locked for additional round trips.
   * @param beforeCommit called before the commit is sent; if the connection is lost after that, the outcome is unknown
   */
  run<T>(work: (transaction: Connection) => Promise<T>, beforeCommit: () => void): Promise<T>
}

/** The state of a pool's client for its transactions, which run one at a time. */
interface Session {
  readonly connection: Connection
  /** Statements of this transaction that were sent and not awaited yet. */
  sent: Promise<unknown>[]
}

export function createTransactions(pool: QueryPool): Transactions {
  const sessions = new WeakMap<PoolClient, Session>()

  async function run<T>(work: (transaction: Connection) => Promise<T>, beforeCommit: () => void): Promise<T> {
    const client = await pool.connect()
    const session = sessions.get(client) ?? createSession(client)
    sessions.set(client, session)
    let isBroken = false
    try {
      session.sent = []
      await client.query('begin', [])
      const value = await work(session.connection)
      beforeCommit()
      await Promise.all([...session.sent, client.query('commit', [])])
      return value
    } catch (error) {
      const failed = await firstRejection(session.sent)
      await client.query('rollback', []).catch(() => {
        isBroken = true
      })
      throw failed ? failed.reason : error
    } finally {
      client.release(isBroken)
    }
  }

  return { run }
}

/** After a failure, later statements only report that the transaction is aborted. The first error is the cause. */
async function firstRejection(sent: readonly Promise<unknown>[]): Promise<PromiseRejectedResult | undefined> {
  return (await Promise.allSettled(sent)).find((outcome) => outcome.status === 'rejected')
}

function createSession(client: PoolClient): Session {
  // The transaction holds the client, so Kysely neither waits for it nor releases it.
  const held = { query: client.query, release: () => undefined }
  const pool = { connect: async () => held, end: async () => undefined, options: {} }
  const connection = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const session: Session = { connection, sent: [] }
  const direct: DirectStatements = {
    all: async (text, parameters) => (await client.query(text, parameters)).rows,
    run: async (text, parameters) => (await client.query(text, parameters)).rowCount ?? 0,
    send(text, parameters) {
      const answer = client.query(text, parameters)
      answer.catch(() => undefined)
      session.sent.push(answer)
    },
  }
  setDirectStatements(connection, direct)
  return session
}
