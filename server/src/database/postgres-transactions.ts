import { Kysely, PostgresDialect } from 'kysely'
import type { Connection } from './database.ts'
import { type Direct, setDirect } from './direct.ts'
import type { WatchedClient, WatchedPool } from './postgres-pool.ts'
import type { Schema } from './schema.ts'

export interface Transactions {
  /**
   * Runs `work` in a transaction. Statements that nobody waits for are sent one behind the other, and the commit behind
   * them, so that a row they lock is held for no round trip.
   * @param onCommit called before the commit is sent: from then on a lost connection leaves open whether it was made
   */
  run<T>(work: (transaction: Connection) => Promise<T>, onCommit: () => void): Promise<T>
}

/** What a client of the pool needs for its transactions, one at a time. */
interface Session {
  readonly connection: Connection
  /** Answers of this transaction that nobody has waited for yet. */
  sent: Promise<unknown>[]
}

export function createTransactions(pool: WatchedPool): Transactions {
  const sessions = new WeakMap<WatchedClient, Session>()

  async function run<T>(work: (transaction: Connection) => Promise<T>, onCommit: () => void): Promise<T> {
    const client = await pool.connect()
    const session = sessions.get(client) ?? createSession(client)
    sessions.set(client, session)
    let isBroken = false
    try {
      session.sent = []
      await client.query('begin', [])
      const value = await work(session.connection)
      onCommit()
      await Promise.all([...session.sent, client.query('commit', [])])
      return value
    } catch (error) {
      const failed = await firstFailure(session.sent)
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

/** Later statements of a failed transaction say only that it has failed: the first error is the cause. */
async function firstFailure(sent: readonly Promise<unknown>[]): Promise<PromiseRejectedResult | undefined> {
  return (await Promise.allSettled(sent)).find((outcome) => outcome.status === 'rejected')
}

function createSession(client: WatchedClient): Session {
  // The client is held by the transaction, so Kysely neither waits for it nor gives it back.
  const held = { query: client.query, release: () => undefined }
  const pool = { connect: async () => held, end: async () => undefined, options: {} }
  const connection = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const session: Session = { connection, sent: [] }
  const direct: Direct = {
    all: async (text, parameters) => (await client.query(text, parameters)).rows,
    run: async (text, parameters) => (await client.query(text, parameters)).rowCount ?? 0,
    send(text, parameters) {
      const answer = client.query(text, parameters)
      answer.catch(() => undefined)
      session.sent.push(answer)
    },
  }
  setDirect(connection, direct)
  return session
}
