import { test as base, expect } from 'vitest'
import type { Connection } from '../src/database/database.ts'
import { createClient, MINIMAL } from './client.ts'
import { ENGINE } from './database.ts'
import { signUp, type TestMember } from './members.ts'
import { startNodes } from './nodes.ts'
import { readAll } from './read-all.ts'
import { isWriteWaiting } from './waiting-writes.ts'

/** Lists that are ordered by likes or followers, read to their end while those figures move. */

export type Caller = Pick<TestMember, 'call'>

export const like = (member: Caller, postId: string) =>
  member.call('POST /api/posts/like/:postId', { params: { postId }, headers: MINIMAL })
export const follow = (member: Caller, { _id: id }: TestMember) =>
  member.call('POST /api/users/follow/:id', { params: { id }, query: { embed: 0 } })

export interface IdPage {
  readonly entries: readonly string[]
  readonly nextCursor: string | null
}
export type Query = { readonly cursor?: string }

export async function readTrending(reader: Caller, limit: number, { cursor }: Query = {}): Promise<IdPage> {
  const { posts, nextCursor } = await reader.call('GET /api/feed', {
    query: { sort: 'trending', limit, embed: 0, ...(cursor === undefined ? {} : { cursor }) },
  })
  return { entries: posts.map(({ _id }) => _id), nextCursor }
}

export async function readSuggestions(reader: Caller, limit: number, { cursor }: Query = {}): Promise<IdPage> {
  const { users, nextCursor } = await reader.call('GET /api/suggestions', {
    query: { limit, embed: 0, ...(cursor === undefined ? {} : { cursor }) },
  })
  return { entries: users.map(({ _id }) => _id), nextCursor }
}

/** Reads a list to its end, and does something else after the first page. */
export async function readWith(readPage: (query: Query) => Promise<IdPage>, meanwhile: () => Promise<unknown>) {
  let pages = 0
  return readAll(async (query) => {
    if (++pages === 2) await meanwhile()
    return readPage(query)
  })
}

/** Each test has two nodes. The clock of the other node is behind. */
export const test = base
  .extend('behindMs', 10 * 60_000)
  .extend('nodes', async ({ behindMs }, { onCleanup }) => {
    const nodes = await startNodes(behindMs)
    onCleanup(() => nodes.close())
    return nodes
  })
  .extend('join', ({ nodes }) => {
    return () => signUp(nodes.one)
  })
  /** The same member on the other node. */
  .extend('elsewhere', ({ nodes }) => {
    return (member: TestMember): Caller => createClient(nodes.other.app, member.token)
  })
  /**
   * Starts a request that stops in the middle of its transaction, at a key that another transaction has written and
   * will roll back. On SQLite, which runs one transaction at a time, it waits before its own.
   * @returns resumes the request and waits for its end
   */
  .extend('holdUp', ({ nodes }, { onCleanup }) => {
    const heldUp: (() => Promise<void>)[] = []
    onCleanup(async () => {
      for (const goOn of heldUp) await goOn()
    })
    return async (write: (transaction: Connection) => Promise<unknown>, request: () => Promise<unknown>) => {
      const { db } = nodes.one
      const [written, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const holder = db
        .write(async (transaction) => {
          await write(transaction)
          written.resolve()
          await released.promise
          throw new Error('Taken back.')
        })
        .catch(() => undefined)
      await written.promise
      const held = request()
      heldUp.push(goOn)
      if (ENGINE === 'postgres') await expect.poll(() => isWriteWaiting(db)).toBe(true)
      return goOn

      async function goOn() {
        released.resolve()
        await holder
        await held
      }
    }
  })
