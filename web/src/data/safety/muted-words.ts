import type { RouteAnswer, RouteInput } from '@quack/contract'
import { call } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { readAgain } from '../cache/read-again.ts'
import { usePages } from '../cache/use-pages.ts'
import { reloadSeen } from '../feed/reload-seen.ts'

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
