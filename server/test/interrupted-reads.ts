import type { Connection } from '../src/database/database.ts'

/** What happens between a read and its reader. */
export interface Interruption {
  /** Done once: after the next read, before its rows are returned. */
  next: (() => Promise<unknown>) | null
}

/** A connection for reads that can be interrupted: what happens meanwhile needs no luck. */
export function interruptReads(db: Connection, interruption: Interruption): Connection {
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const { next } = interruption
      interruption.next = null
      await next?.()
      return result
    },
  })
}
