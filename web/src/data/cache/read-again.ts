import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/**
 * Resolves when the lists on the screen under this query key have been read after the call. A read that is under way
 * may not know of the change before the call: it is cancelled, and whoever waits for it gets the new one.
 */
export async function readAgain(queryKey: QueryKey): Promise<void> {
  await queryClient.refetchQueries({ queryKey, type: 'active' }, { cancelRefetch: true })
}
