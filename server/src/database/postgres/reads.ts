import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseFailure } from '../failure.ts'
import type { Replica } from './replica.ts'

type Query = (text: string, parameters: readonly unknown[]) => Promise<unknown>

/**
 * The pool for reads. Reads go to the replica if there is one and it is current. A read that fails there is repeated on
 * the primary. So is a read whose connection is lost, once: reads are single statements that change nothing.
 */
export function createReadPool(primary: PostgresPool, replica: Replica | null): PostgresPool {
  async function runOnPrimary(text: string, parameters: readonly unknown[]): Promise<unknown> {
    const client = await primary.connect()
    let isBroken = true
    try {
      const result = await (client.query as Query)(text, parameters)
      isBroken = false
      return result
    } catch (error) {
      isBroken = error instanceof DatabaseFailure
      throw error
    } finally {
      client.release(isBroken)
    }
  }

  /** A new client object per use, because Kysely caches state by client object. */
  function wrapClient(client: PostgresPoolClient, isReplica: boolean): PostgresPoolClient {
    let isReleased = false
    function release(destroy?: boolean): void {
      if (!isReleased) client.release(destroy)
      isReleased = true
    }
    const query: unknown = async (text: string, parameters: readonly unknown[]) => {
      try {
        return await (client.query as Query)(text, parameters)
      } catch (error) {
        const isLost = error instanceof DatabaseFailure
        if (!isLost && !isReplica) throw error
        // Released first, so that nobody holds one connection while waiting for another.
        release(isLost)
        return runOnPrimary(text, parameters)
      }
    }
    return { query: query as PostgresPoolClient['query'], release }
  }

  return {
    options: primary.options,
    end: primary.end,
    async connect() {
      const onReplica = (await replica?.connect()) ?? null
      return onReplica ? wrapClient(onReplica, true) : wrapClient(await primary.connect(), false)
    },
  }
}
