import pino from 'pino'
import type { Database } from '../src/database/database.ts'
import type { MemberId } from '../src/database/schema.ts'
import { SearchIndexer } from '../src/features/search/search-indexer.ts'
import { test as base } from './fixtures.ts'
import { startNodes } from './nodes.ts'
import { WITHOUT_BACKGROUND_WORK } from './without-background-work.ts'

/**
 * A clock with which an indexer never rests, and ticks when the test says so.
 * @param looks after these it stands still
 */
export function createHurriedClock(looks = Number.POSITIVE_INFINITY) {
  const ticks = new Set<() => void>()
  let count = 0
  return {
    now: Date.now,
    elapsed: () => performance.now(),
    every(_ms: number, work: () => void) {
      ticks.add(work)
      return () => ticks.delete(work)
    },
    after(_ms: number, work: () => void) {
      if (++count > looks) return () => undefined
      const waiting = setImmediate(work)
      return () => clearImmediate(waiting)
    },
    tick() {
      for (const work of ticks) work()
    },
  }
}

interface IndexerOptions {
  readonly db: Database
  readonly clock?: ReturnType<typeof createHurriedClock>
  /** Gets the lines of the log. */
  readonly log?: { msg?: string }[]
}

/** Servers without an indexer, and indexers that the test starts. */
export const test = base
  .extend('options', { scope: 'file' }, () => WITHOUT_BACKGROUND_WORK)
  /** Two servers, with their indexers. */
  .extend('nodes', async ({ temporary: _after }, { onCleanup }) => {
    const nodes = await startNodes()
    onCleanup(nodes.close)
    return nodes
  })
  .extend('startIndexer', ({ ownApp: _before }, { onCleanup }) => {
    const indexers: SearchIndexer[] = []
    onCleanup(async () => {
      for (const { loop } of indexers) await loop.close()
    })
    return ({ db, clock = createHurriedClock(), log = [] }: IndexerOptions) => {
      const logger = pino({ level: 'info' }, { write: (line) => void log.push(JSON.parse(line)) })
      const indexer = new SearchIndexer({ db, logger, clock })
      indexers.push(indexer)
      indexer.loop.start()
      return indexer
    }
  })

/** Adds posts of the past, a second apart. */
export async function addPosts(db: Database, author: { readonly _id: string }, count: number): Promise<void> {
  const now = Date.now()
  const values = Array.from({ length: count }, (_, index) => ({
    id: db.ids.at(now - (index + 1) * 1_000),
    public_id: `added${index}`,
    author_id: Number(author._id) as MemberId,
    content: `Post ${index} #tag${index % 7}`,
    media_url: '',
    media_type: '' as const,
    media_name: null,
    updated_at: 0,
  }))
  await db.write((transaction) =>
    transaction
      .insertInto('posts')
      .values(values as never)
      .execute(),
  )
}
