import type { AccountEvent } from '@quack/contract'
import { call } from '../api/api.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { usePages } from '../cache/use-pages.ts'
import { clearUnreadAccountEvents } from '../members/members.ts'

export type { AccountEvent } from '@quack/contract'

/** What happened to the viewer's account in the last 90 days, newest first. */
export function useAccountEvents() {
  return usePages<AccountEvent>(queryKeys.accountEvents, async (query, signal) => {
    const { events, nextCursor } = await call('GET /api/account/events', { query }, { signal })
    return { entries: events, nextCursor }
  })
}

export async function markAccountEventsSeen(username: string): Promise<void> {
  await call('POST /api/account/events/seen', {})
  clearUnreadAccountEvents(username)
}
