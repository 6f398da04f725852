import type { RouteAnswer } from '@quack/contract'
import { notifyManager } from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { queryClient } from '../cache/query-client.ts'
import { peopleLists, postLists, queryKeys } from '../cache/query-keys.ts'
import { readAgain } from '../cache/read-again.ts'
import { usePages } from '../cache/use-pages.ts'
import { dropAuthor } from '../feed/membership.ts'
import { reloadSeen } from '../feed/news.ts'
import { findMemberId, putMember } from '../members/members.ts'
import { patchPerson, personKey } from '../members/people.ts'
import { dropFromPeopleLists } from '../members/people-lists.ts'
import { noteSent } from '../outbox/pending.ts'

export type BlockedMember = RouteAnswer<'GET /api/blocks'>['blocks'][number]

/** The members whom the viewer has blocked, the latest first. */
export function useBlocks() {
  return usePages(queryKeys.blocks, async (query, signal) => {
    const { blocks, nextCursor } = await call('GET /api/blocks', { query }, { signal })
    return { entries: blocks, nextCursor }
  })
}

/** Blocks a member. Then their posts and rows leave the lists. Succeeds if they are blocked already. */
export async function blockMember(username: string): Promise<void> {
  const input = { params: { id: await findMemberId(username) }, query: { embed: 0 } }
  try {
    putMember((await call('POST /api/users/block/:id', input)).user)
  } catch (error) {
    if (!isRefusal(error, 'alreadyBlocked')) throw error
  }
  // It ends a follow, also that of a tap of a moment ago.
  noteSent({ kind: 'follow', target: personKey(username), body: 'none' })
  dropMember(username)
  reloadSeen()
}

/** Resolves when the list is without the member. Succeeds if they are not blocked any more. */
export async function unblockMember({ _id }: Pick<BlockedMember, '_id'>): Promise<void> {
  try {
    await call('POST /api/users/unblock/:id', { params: { id: _id }, query: { embed: 0 } })
  } catch (error) {
    if (!isRefusal(error, 'notBlocked')) throw error
  }
  reloadSeen()
  await readAgain(queryKeys.blocks)
}

/** Removes a member and their posts from what is on the screen, before it is fetched again. */
function dropMember(username: string): void {
  patchPerson(username, ({ viewer: _, ...person }) => person)
  notifyManager.batch(() => {
    dropAuthor(postLists.all, username)
    dropFromPeopleLists(peopleLists.all, username)
    void queryClient.resetQueries({ queryKey: queryKeys.profile(username) })
    queryClient.removeQueries({ queryKey: queryKeys.namesakes })
    queryClient.removeQueries({ queryKey: queryKeys.suggested })
  })
}
