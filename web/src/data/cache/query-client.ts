import { type Query, QueryClient } from '@tanstack/react-query'
import { ApiError, NetworkError } from '../api/api-errors.ts'
import { getConnection, onConnectionChange } from '../api/connection.ts'
import { allowCopy } from '../api/copies.ts'
import { onMemberChange } from '../api/member-state.ts'
import { getSession } from '../api/session.ts'
import { postLists, queryKeys } from './query-keys.ts'

const RETRIES = 2

/** Whether to retry: after a network failure or a server error, but not after a refusal. */
export function mayRetry(failures: number, error: unknown): boolean {
  if (failures >= RETRIES) return false
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)
}

/** Holds what the server has answered. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: mayRetry,
      retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 5_000),
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      // A list must not move when the reader returns to the tab.
      refetchOnWindowFocus: false,
      // Being offline is an error with a retry. A paused query would never stop showing its skeleton.
      networkMode: 'always',
      // Around every query function: whether a copy on this device may replace the server's response.
      persister(queryFn, context, query) {
        if (mayShowCopy(query as Query)) allowCopy(context.signal)
        return queryFn(context)
      },
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// Lists refer to entities by id, and lists expire. Entities are therefore kept until the session changes.
for (const key of [queryKeys.posts, queryKeys.people, queryKeys.profiles]) {
  queryClient.setQueryDefaults(key, { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY })
}

/** Data of a query that say whether they are a copy, and from when: a list's pages, or one answer. */
interface MaybeCopy {
  savedAt?: number | undefined
  pages?: readonly MaybeCopy[]
}

/** When the oldest copy in a query's data was sent by the server, in milliseconds. Undefined if nothing is a copy. */
export function oldestCopy(data: unknown): number | undefined {
  const { savedAt, pages } = (data ?? {}) as MaybeCopy
  const times = Array.isArray(pages) ? pages.map(oldestCopy) : [savedAt]
  return times.reduce((oldest, time) => (time === undefined || (oldest ?? time) < time ? oldest : time), undefined)
}

/** What this page has from the server is newer than a copy, and may hold changes that no copy has. */
function mayShowCopy({ state }: Query): boolean {
  const isNextPage = state.fetchMeta?.fetchMore !== undefined
  return state.data === undefined || isNextPage || oldestCopy(state.data) !== undefined
}

/** A list that grows at its top. Its reader asks for what is new, because it would move what is being read. */
function isTimeline({ queryKey }: Query): boolean {
  const [kind, list] = queryKey
  return kind === postLists.all[0] && (list === postLists.feeds[1] || list === postLists.explore[1])
}

// When the connection is back, failed active queries are fetched again, and what is shown from copies. Timelines are
// only marked as stale.
onConnectionChange(() => {
  if (getConnection() !== 'online') return
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  const isCopy = ({ state }: Query) => oldestCopy(state.data) !== undefined
  void queryClient.invalidateQueries({ predicate: (query) => isCopy(query) && !isTimeline(query) })
  void queryClient.invalidateQueries({ predicate: (query) => isCopy(query) && isTimeline(query), refetchType: 'none' })
})

// Cached data belongs to one viewer. It must not be shown to another, also after a switch in another tab.
onMemberChange((before) => {
  const isSwitch = before !== null && getSession() !== null
  void queryClient.cancelQueries()
  if (!isSwitch) {
    // What is public is the same for everybody, and the login needs it at once.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.meta[0] })
    queryClient.getMutationCache().clear()
    return
  }
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.resetQueries()
})
