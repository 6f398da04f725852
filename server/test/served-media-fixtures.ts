import { readFile } from 'node:fs/promises'
import { test as base } from './fixtures.ts'
import { picture, uploadFile } from './uploads.ts'

const VIDEO = await readFile(new URL('../src/features/demo/media/bouncing-ball.mp4', import.meta.url))

export const test = base
  .extend('upload', { scope: 'file' }, async ({ member }) => {
    const author = await member('author')
    return async (file: Buffer) => (await uploadFile(author, file)).url
  })
  .extend('imageUrl', { scope: 'file' }, async ({ upload }) => upload(await picture(1_600, 1_200).png().toBuffer()))
  .extend('videoUrl', { scope: 'file' }, ({ upload }) => upload(VIDEO))
  .extend('get', ({ app }) => async (url: string, headers: Record<string, string> = {}) => {
    const response = await app.app.inject({ url, headers })
    return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
  })
