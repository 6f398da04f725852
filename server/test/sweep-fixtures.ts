import { expect } from 'vitest'
import { createSweep } from '../src/features/media/sweep/media.sweep.ts'
import { type Client, MINIMAL } from './client.ts'
import { test as base } from './fixtures.ts'
import type { TestMember } from './members.ts'
import { picture, uploadFile } from './uploads.ts'

export const HOUR = 60 * 60_000

let count = 0
/** A picture that differs from all others. */
export const newPicture = () =>
  picture(20 + ++count, 20)
    .png()
    .toBuffer()

export async function upload(member: Client, file: Buffer): Promise<string> {
  return (await uploadFile(member, file)).url
}

export async function post(member: TestMember, mediaUrl: string): Promise<string> {
  const { post: made } = await member.call('POST /api/posts', { body: { postData: { mediaUrl } }, headers: MINIMAL })
  return String(made?._id)
}

export function remove(member: TestMember, postId: string) {
  return member.call('DELETE /api/posts/:postId', { params: { postId } })
}

export const test = base
  .extend('statusOf', ({ app }) => {
    return async (url: string) => (await app.visitor.send({ url })).status
  })
  .extend('sweepIn', ({ app }) => {
    return (hours: number) => createSweep(app.db, app.media).removeDue(Date.now() + hours * HOUR)
  })
  .extend('filesOf', ({ app }) => async (url: string): Promise<string[]> => {
    const names: string[] = []
    for await (const { name } of app.media.list()) if (url.endsWith(name.split('.', 2).join('.'))) names.push(name)
    return names.sort()
  })
  .extend('untilGone', ({ filesOf }) => {
    return (url: string) => expect.poll(() => filesOf(url)).toEqual([])
  })
