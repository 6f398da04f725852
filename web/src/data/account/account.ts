import type { Session } from '@quack/contract'
import { GUEST } from '@quack/contract/rules/demo'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call, readAnswer } from '../api/api.ts'
import { NetworkError } from '../api/api-errors.ts'
import { orConfirm } from '../api/confirmation.ts'
import { readRawAnswer } from '../api/raw-answer.ts'
import { getSession, signOut, useSession } from '../api/session.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { invalidate } from '../cache/read-again.ts'
import { useMeta } from '../installation/meta.ts'

export type { Session } from '@quack/contract'

/** Whether the viewer uses the demo's shared guest account. Undefined until that is known. */
export function useIsGuest(): boolean | undefined {
  const username = useSession()?.username
  const meta = useMeta()
  if (username !== GUEST.username) return false
  return meta.isPending ? undefined : meta.data?.guestLogin === true
}

/** The viewer's sessions, newest first. Refetched on every mount. */
export function useSessions() {
  return useInfiniteQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /api/account/sessions',
        { query: { limit: 20, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    select: ({ pages }): Session[] => pages.flatMap((page) => page.sessions),
    staleTime: 0,
  })
}

const refetchSessions = () => invalidate({ queryKey: queryKeys.sessions })

export async function endSession(id: string): Promise<void> {
  await call('DELETE /api/account/sessions/:id', { params: { id } })
  await refetchSessions()
}

export async function endOtherSessions(): Promise<void> {
  await call('DELETE /api/account/sessions', {})
  await refetchSessions()
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await call('POST /api/auth/reset', { body: { token, password } })
}

/**
 * Deletes the account with its data, and signs out.
 * @param password counts as a confirmation; without it, the session has to be confirmed
 */
export async function deleteAccount(password?: string): Promise<void> {
  await call('POST /api/account/delete', { body: password === undefined ? {} : { password } })
  signOut({ isGone: true })
}

/** Everything the viewer has written. No timeout: the archive may be large. */
export function fetchArchive(): Promise<Blob> {
  return orConfirm(fetchArchiveOnce)
}

async function fetchArchiveOnce(): Promise<Blob> {
  const token = getSession()?.token
  try {
    const response = await fetch('/api/account/archive', { headers: token ? { authorization: `Bearer ${token}` } : {} })
    if (!response.ok) readAnswer(await readRawAnswer(response), token)
    return await response.blob()
  } catch (error) {
    throw error instanceof TypeError ? new NetworkError(error) : error
  }
}
