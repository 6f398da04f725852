import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../cache/query-client.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { noteUnread } from './unread.ts'

afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

test('events while the list is being loaded again have it loaded once more, a pause later', async () => {
  vi.useFakeTimers()
  const queryKey = queryKeys.notificationsOf(null)
  queryClient.setQueryData(queryKey, 'before')
  const reads: PromiseWithResolvers<string>[] = []
  const queryFn = () => {
    const read = Promise.withResolvers<string>()
    reads.push(read)
    return read.promise
  }
  const observer = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY })
  const leave = observer.subscribe(() => undefined)
  noteUnread(1)
  expect(reads).toHaveLength(1)
  noteUnread(2)
  noteUnread(3)
  reads[0]?.resolve('with one')
  await vi.advanceTimersByTimeAsync(0)
  expect(reads).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(500)
  expect(reads).toHaveLength(2)
  reads[1]?.resolve('with three')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reads).toHaveLength(2)
  expect(queryClient.getQueryData(queryKey)).toBe('with three')
  leave()
})
