import type { OwnEmail, RouteInput, Session } from '@quack/contract'
import { GUEST } from '@quack/contract/rules/demo'
import type { Locale } from '@quack/contract/rules/locales'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call, readAnswer } from '../api/api.ts'
import { NetworkError } from '../api/api-errors.ts'
import { orConfirm } from '../api/confirmation.ts'
import { readRawAnswer } from '../api/http.ts'
import { getSession, signOut, useSession } from '../api/session.ts'
import { queryClient } from '../cache/query-client.ts'
import { postLists, queryKeys } from '../cache/query-keys.ts'
import { invalidate, readAgain } from '../cache/read-again.ts'
import { useMeta } from '../installation/meta.ts'
import { putMember } from '../members/members.ts'

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

/** The archive of the viewer's data. No timeout: it may be large. */
export function fetchArchive(): Promise<Blob> {
  return orConfirm(fetchArchiveOnce)
}

async function fetchArchiveOnce(): Promise<Blob> {
  const token = getSession()?.token
  try {
    const response = await fetch('/api/account/archive', {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
    if (!response.ok) readAnswer(await readRawAnswer(response), token)
    return await response.blob()
  } catch (error) {
    throw error instanceof TypeError ? new NetworkError(error) : error
  }
}

/** Opens Home where the viewer has stopped reading, or at its top, on all devices. */
export async function setHomeStart(resumes: boolean): Promise<void> {
  const { user } = await call('POST /api/account/home', { query: { embed: 0 }, body: { resumes } })
  putMember(user)
}

/** What covers posts that the viewer reads, and the media of new posts, on all devices. What is not given stays. */
export async function setWarnings(body: RouteInput<'POST /api/account/warnings'>['body']): Promise<void> {
  const { user } = await call('POST /api/account/warnings', { query: { embed: 0 }, body })
  putMember(user)
}

/** The languages of Explore and of searches, by their codes; none for all. Resolves when Explore is as it says. */
export async function setLanguages(languages: readonly string[]): Promise<void> {
  const { user } = await call('POST /api/account/languages', {
    query: { embed: 0 },
    body: { languages: [...languages] },
  })
  putMember(user)
  queryClient.removeQueries({ queryKey: postLists.explore, type: 'inactive' })
  await readAgain(postLists.explore)
}

/** The language of the interface and of what is sent to the viewer; null if the browser decides. */
export async function setLocale(locale: Locale | null): Promise<void> {
  const { user } = await call('POST /api/account/locale', { query: { embed: 0 }, body: { locale } })
  putMember(user)
}

/** Whether a program posts for the viewer. */
export async function setBot(bot: boolean): Promise<void> {
  const { user } = await call('POST /api/users/edit', { query: { embed: 0 }, body: { userData: { bot } } })
  putMember(user)
}

/** The viewer's e-mail address. Refetched on every mount, because the link may be opened on another device. */
export function useEmail() {
  return useQuery<OwnEmail>({
    queryKey: queryKeys.email,
    queryFn: ({ signal }) => call('GET /api/account/email', {}, { signal }),
    staleTime: 0,
  })
}

export async function changeEmail(email: string): Promise<OwnEmail> {
  const changed = await call('POST /api/account/email', { body: { email } })
  queryClient.setQueryData(queryKeys.email, changed)
  return changed
}

export async function sendEmailConfirmation(): Promise<void> {
  await call('POST /api/account/email/confirmation', {})
}

export async function confirmEmail(token: string): Promise<void> {
  await call('POST /api/auth/email', { body: { token } })
  await invalidate({ queryKey: queryKeys.email })
}

/** @param token of a mail */
export async function unsubscribe(token: string): Promise<void> {
  await call('POST /api/mail/unsubscribe', { query: { token } })
}

export async function forgotPassword(name: string): Promise<void> {
  await call('POST /api/auth/forgot', { body: { name } })
}

/** Who may repost and quote the viewer's new posts, unless a post says otherwise. What is not given stays. */
export async function setWhoMayPassOn(body: RouteInput<'POST /api/account/reposts'>['body']): Promise<void> {
  putMember((await call('POST /api/account/reposts', { query: { embed: 0 }, body })).user)
}
