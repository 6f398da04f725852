import { mediaIdOf } from '../../src/features/client-api/media/attachment.view.ts'
import type { TestApp } from '../app.ts'
import { createApps } from '../apps.ts'
import { like } from '../blocks.ts'
import { signUp, writePost } from '../members.ts'
import { picture, uploadFile } from '../uploads.ts'

/** Calls of the client API whose statements are its own. */
const ROUTES = [
  'GET /api/v1/notifications?limit=1',
  'GET /api/v1/notifications?limit=1&min_id=1&types[]=favourite',
  'GET /api/v1/notifications?limit=1&max_id=9007199254740991&since_id=1&account_id=2',
  'GET /api/v1/notifications?limit=1&min_id=1&account_id=2',
]

/** Makes these calls as a member's app. */
export async function askAsApp(app: TestApp): Promise<void> {
  const [member, fan] = [await signUp(app), await signUp(app)]
  for (let count = 0; count < 3; count++) await like(fan, (await writePost(member))._id)
  const ask = await createApps(app.app).clientOf(member)
  const { url } = await uploadFile(member, await picture().png().toBuffer())
  const media_ids = [mediaIdOf(url.slice('/media/'.length))]
  const made = await ask('POST /api/v1/statuses', { status: 'With a picture', media_ids })
  if (made.status !== 200) throw new Error(`A status was answered ${made.status}: ${JSON.stringify(made.body)}`)
  for (const route of ROUTES) {
    const { status, body } = await ask(route)
    if (status !== 200) throw new Error(`${route} answered ${status}: ${JSON.stringify(body)}`)
  }
}
