import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { queryClient } from './query-client.ts'
import { readAgain } from './read-again.ts'

const KEY = ['a list']

afterEach(() => queryClient.clear())

it('a read that began before the change does not bring the old list back', async () => {
  queryClient.setQueryData(KEY, { pages: [['removed meanwhile']], pageParams: [undefined] })
  const reads: PromiseWithResolvers<string[]>[] = []
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: KEY,
    queryFn: () => {
      const read = Promise.withResolvers<string[]>()
      reads.push(read)
      return read.promise
    },
    initialPageParam: undefined,
    getNextPageParam: () => undefined,
  })
  const end = observer.subscribe(() => undefined)
  const first = readAgain(KEY)
  const second = readAgain(KEY)
  const [old, ...later] = reads
  old?.resolve(['removed meanwhile'])
  for (const read of later) read.resolve([])
  await Promise.all([first, second])
  expect(queryClient.getQueryData(KEY)).toMatchObject({ pages: [[]] })
  end()
})
