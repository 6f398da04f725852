import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signIn, signOut } from '../api/session.ts'
import type { KeyPages } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { peopleLists } from '../cache/query-keys.ts'
import { getPerson, putPerson } from '../members/people.ts'
import { removeFollower } from './follow-requests.ts'

const bob = { _id: '8', username: 'bob', firstName: 'Bob', lastName: 'Drake', avatarURL: '' }
const LISTS = {
  followers: peopleLists.followers('Ada'),
  following: peopleLists.following('Ada'),
  followersOfBob: peopleLists.followers('bob'),
}

beforeEach(() => {
  const refusal = { status: 400, headers: { [ERROR_CODE_HEADER]: 'notFollower' } }
  vi.stubGlobal('fetch', async () => Response.json({ errors: ['No.'] }, refusal))
  signIn({ token: 'of ada', username: 'Ada' })
  putPerson({ ...bob, viewer: { following: true, followedBy: true } })
  for (const queryKey of Object.values(LISTS)) {
    const page = { keys: ['bob', 'carl'], nextCursor: null }
    queryClient.setQueryData<KeyPages>(queryKey, { pages: [page], pageParams: [undefined] })
  }
})

afterEach(() => {
  signOut()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test("a removed follower leaves the viewer's followers and no other list, also one who has left already", async () => {
  await removeFollower('Bob')
  const keysOf = (queryKey: readonly string[]) => queryClient.getQueryData<KeyPages>(queryKey)?.pages[0]?.keys
  expect(Object.values(LISTS).map(keysOf)).toEqual([['carl'], ['bob', 'carl'], ['bob', 'carl']])
  expect(getPerson('bob')?.viewer).toEqual({ following: true, followedBy: false })
})
