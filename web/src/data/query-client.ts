import { QueryClient } from '@tanstack/react-query'
import { ApiError, NetworkError } from './api-errors.ts'
import { getConnection, onConnectionChange } from './connection.ts'
import { getSession, onSessionChange } from './session.ts'

const RETRIES = 2

/** Whether asking again may help: the network or the server stumbled. A refusal stays one. */
export function mayRetry(failures: number, error: unknown): boolean {
  if (failures >= RETRIES) return false
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)
}

/** The one place that server state lives in. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: mayRetry,
      retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 5_000),
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      // A reader who comes back wants the place they left, not a list that moved.
      refetchOnWindowFocus: false,
      // Offline is told as an error with a retry; a paused query would show its skeleton for ever.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// Entities are referred to by id from lists, which expire on their own: they stay until the session changes.
for (const noun of ['post', 'person', 'profile']) {
  queryClient.setQueryDefaults([noun], { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY })
}

// What could not be had is asked for again once it can be; what could be had stays as it is.
onConnectionChange(() => {
  if (getConnection() !== 'online') return
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
})

let member = getSession()?.username

// Answers are the viewer's own. Those of another viewer must never be seen, in this tab or after a switch in another.
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
