import { skipToken, useQuery } from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { queryClient } from '../cache/query-client.ts'
import { queryKeys } from '../cache/query-keys.ts'
import type { Person } from './people.ts'

const LIMIT = 8

/**
 * Members whose username begins with `name`. Until the response arrives, those known from a shorter beginning. None for
 * an empty name, or after a failure.
 */
export function usePeopleNamed(name: string): readonly Person[] {
  const { data } = useQuery({
    queryKey: queryKeys.peopleNamed(name),
    queryFn: name === '' ? skipToken : ({ signal }) => fetchPeopleNamed(name, signal),
    placeholderData: () => findShorter(name),
    retry: false,
  })
  return data ?? []
}

async function fetchPeopleNamed(name: string, signal: AbortSignal): Promise<readonly Person[]> {
  return (await call('GET /api/people', { query: { name, limit: LIMIT } }, { signal })).people
}

function findShorter(name: string): readonly Person[] | undefined {
  for (let length = name.length - 1; length > 0; length--) {
    const known = queryClient.getQueryData<readonly Person[]>(queryKeys.peopleNamed(name.slice(0, length)))
    if (known) return known
  }
  return undefined
}

export function isNamed({ username }: Pick<Person, 'username'>, name: string): boolean {
  return username.toLowerCase().startsWith(name.toLowerCase())
}
