import { QueryClient } from '@tanstack/react-query'
import { ApiError, NetworkError } from '../api/api-errors.ts'
import { getConnection, onConnectionChange } from '../api/connection.ts'
import { getSession, onSessionChange } from '../api/session.ts'
import { queryKeys } from './query-keys.ts'

const RETRIES = 2

/** Whether to retry: after a network failure or a server error, but not after a refusal. */
export function mayRetry(failures: number, error: unknown): boolean {
  if (failures >= RETRIES) return false
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)
}

/** Holds all server state. */
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
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// Lists refer to entities by id, and lists expire. Entities are therefore kept until the session changes.
for (const key of [queryKeys.posts, queryKeys.people, queryKeys.profiles]) {
  queryClient.setQueryDefaults(key, { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY })
}

// Failed active queries are refetched when the connection is back.
onConnectionChange(() => {
  if (getConnection() !== 'online') return
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
})

let member = getSession()?.username

// Cached data belongs to one viewer. It must not be shown to another, also after a switch in another tab.
onSessionChange(() => {
  const next = getSession()?.username
  if (next === member) return
  const isSwitch = member !== undefined && next !== undefined
  member = next
  void queryClient.cancelQueries()
  if (!isSwitch) {
    queryClient.clear()
    return
  }
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.resetQueries()
})
