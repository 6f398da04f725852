import sharp from 'sharp'
import { expect } from 'vitest'
import type { MemberId } from '../src/database/schema.ts'
import { MINIMAL } from './client.ts'
import { test as base } from './fixtures.ts'
import type { TestMember } from './members.ts'
import { asRefusal, refusal } from './refusals.ts'

export const SIGNED = /^\/media\/signed\/\d{10}\.[\w-]{43}\/[\w.-]+$/

let count = 0
/** A picture that no other test has. */
export function newPicture(): Promise<Buffer> {
  return sharp({ create: { width: 900, height: 600 + ++count, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
}

/** A signed address without its signature. */
export const plain = (url: string) => url.replace(/signed\/[^/]+\//, '')

export const test = base
  .extend('setPrivate', ({ app }) => async ({ _id }: TestMember, isPrivate: 0 | 1) => {
    const id = Number(_id) as MemberId
    await app.db.write((transaction) =>
      transaction.updateTable('members').set({ is_private: isPrivate }).where('id', '=', id).execute(),
    )
  })
  .extend('follower', async ({ ann, member }) => {
    const follower = await member('follower')
    await follower.call('POST /api/users/follow/:id', { params: { id: ann._id } })
    return follower
  })
  .extend('get', ({ app }) => async (url: string, headers: Record<string, string> = {}) => {
    const response = await app.app.inject({ url, headers })
    return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
  })
  /** Asserts that there is no such file for a visitor. */
  .extend('isUnknown', ({ app }) => async (url: string) => {
    expect(asRefusal(await app.visitor.send({ url })), url).toEqual(refusal('mediaUnknown'))
  })

/** @returns the id of a new post with these media */
export async function post(author: TestMember, mediaUrl: string): Promise<string> {
  const body = { postData: { mediaUrl } }
  const { post: written } = await author.call('POST /api/posts', { body, headers: MINIMAL })
  return written?._id ?? ''
}

export const read = async (reader: TestMember, postId: string) =>
  (await reader.call('GET /api/posts/:postId', { params: { postId } })).post
