import type { RouteAnswer, RouteInput } from '@quack/contract'
import { call } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { peopleLists, postLists, queryKeys } from '../cache/query-keys.ts'
import { readAgain } from '../cache/read-again.ts'
import { usePages } from '../cache/use-pages.ts'
import { dropAuthor } from '../feed/membership.ts'
import { reloadSeen } from '../feed/news.ts'
import { findMemberId, putMember } from '../members/members.ts'
import { patchPerson } from '../members/people.ts'
import { dropFromPeopleLists } from '../members/people-lists.ts'

export type MutedMember = RouteAnswer<'GET /api/mutes'>['mutes'][number]
export type Mute = Required<RouteInput<'POST /api/users/mute/:id'>['body']>

/** The members whom the viewer has muted, the latest first. */
export function useMutes() {
  return usePages(queryKeys.mutes, async (query, signal) => {
    const { mutes, nextCursor } = await call('GET /api/mutes', { query }, { signal })
    return { entries: mutes, nextCursor }
  })
}

/** Mutes a member. Then their posts leave the feeds and Explore. */
export async function muteMember(username: string, mute: Mute): Promise<void> {
  const id = await findMemberId(username)
  const { user } = await call('POST /api/users/mute/:id', { params: { id }, query: { embed: 0 }, body: mute })
  putMember(user)
  dropAuthor(postLists.feeds, username)
  dropAuthor(postLists.explore, username)
  dropFromPeopleLists(peopleLists.suggestions, username)
  reloadSeen()
}

/** Resolves when the list is without the member. Succeeds if they are not muted any more. */
export async function unmuteMember(username: string): Promise<void> {
  const id = await findMemberId(username)
  try {
    putMember((await call('POST /api/users/unmute/:id', { params: { id }, query: { embed: 0 } })).user)
  } catch (error) {
    if (!isRefusal(error, 'notMuted')) throw error
    patchPerson(username, ({ viewer, ...person }) => ({
      ...person,
      viewer: { following: viewer?.following ?? false, followedBy: viewer?.followedBy ?? false },
    }))
  }
  reloadSeen()
  await readAgain(queryKeys.mutes)
}

export type MutedWord = RouteAnswer<'GET /api/muted-words'>['words'][number]
export type MutedWordInput = RouteInput<'POST /api/muted-words'>['body']

/** The viewer's muted words and phrases, the latest first. */
export function useMutedWords() {
  return usePages(queryKeys.mutedWords, async (query, signal) => {
    const { words, nextCursor } = await call('GET /api/muted-words', { query }, { signal })
    return { entries: words, nextCursor }
  })
}

/** Resolves when the list has the word. */
export async function addMutedWord(input: MutedWordInput): Promise<MutedWord> {
  const { word } = await call('POST /api/muted-words', { body: input })
  await reload()
  return word
}

/** Resolves when the list is without the word. Succeeds if it is not muted any more. */
export async function removeMutedWord({ _id }: Pick<MutedWord, '_id'>): Promise<void> {
  try {
    await call('DELETE /api/muted-words/:id', { params: { id: _id } })
  } catch (error) {
    if (!isRefusal(error, 'mutedWordUnknown')) throw error
  }
  await reload()
}

async function reload(): Promise<void> {
  reloadSeen()
  await readAgain(queryKeys.mutedWords)
}

/** Leaves the reposts of a followed member out of the home feed, or shows them again. */
export async function setRepostsHidden(username: string, isHidden: boolean): Promise<void> {
  const input = { params: { id: await findMemberId(username) }, query: { embed: 0 } }
  const { user } = isHidden
    ? await call('PUT /api/users/:id/hidden-reposts', input)
    : await call('DELETE /api/users/:id/hidden-reposts', input)
  putMember(user)
  reloadSeen()
}
