import type { Post, ReadSort } from '@quack/contract'
import type { TestMember } from './members.ts'

export const POSITION = '/api/feed/position'
export const RESUME = 'GET /api/feed/resume'
export const BETWEEN = 'GET /api/feed/between'

export const idsOf = (posts: readonly Post[]) => posts.map(({ _id }) => _id)

export interface Reading {
  readonly sort?: ReadSort
  readonly offset?: number
  readonly newestId?: string
  readonly age?: number
}

/** Stores where a member has read. By default, now, and no post is newer. */
export async function storePosition(member: TestMember, postId: string, reading: Reading = {}) {
  const body = { sort: 'latest', postId, offset: 0, newestId: postId, age: 0, ...reading } as const
  return (await member.call(`POST ${POSITION}`, { body })).position
}

export async function readPosition(member: TestMember, sort: ReadSort = 'latest') {
  return (await member.call(`GET ${POSITION}`, { query: { sort } })).position
}
