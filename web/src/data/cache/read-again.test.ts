import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { queryClient } from './query-client.ts'
import { invalidate, readAgain, repeatReads } from './read-again.ts'

const KEY = ['a list']
const OLD = ['removed meanwhile']

afterEach(() => queryClient.clear())

/** A list on the screen, whose reads wait until they are answered. */
function show() {
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
  return { reads, end: observer.subscribe(() => undefined) }
}

const CASES = [
  ['readAgain', () => readAgain(KEY)],
  ['invalidate', () => invalidate({ queryKey: KEY })],
] as const

describe.each(CASES)('%s', (_, read) => {
  it.each([
    ['first', undefined],
    ['later', { pages: [OLD], pageParams: [undefined] }],
  ])('a %s read that began before the change does not bring the old list back', async (_name, known) => {
    queryClient.setQueryData(KEY, known)
    const { reads, end } = show()
    if (known) void queryClient.refetchQueries({ queryKey: KEY })
    const calls = [read(), read()]
    expect(reads).toHaveLength(3)
    const [old, ...later] = reads
    old?.resolve(OLD)
    for (const each of later) each.resolve([])
    await Promise.all(calls)
    expect(queryClient.getQueryData(KEY)).toMatchObject({ pages: [[]] })
    end()
  })
})

it('repeatReads repeats a read that is under way, and begins none', async () => {
  const { reads, end } = show()
  repeatReads(KEY)
  expect(reads).toHaveLength(2)
  reads[0]?.resolve(OLD)
  reads[1]?.resolve([])
  await expect.poll(() => queryClient.getQueryState(KEY)).toMatchObject({ fetchStatus: 'idle', data: { pages: [[]] } })
  repeatReads(KEY)
  expect(reads).toHaveLength(2)
  end()
})
