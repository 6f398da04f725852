import type { OwnEmail } from '@quack/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { queryClient } from '../cache/query-client.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { invalidate } from '../cache/read-again.ts'

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
