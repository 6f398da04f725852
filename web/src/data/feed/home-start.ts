import { call } from '../api/api.ts'
import { putMember } from '../members/members.ts'

/** Opens Home where the viewer has stopped reading, or at its top, on all devices. */
export async function setHomeStart(resumes: boolean): Promise<void> {
  const { user } = await call('POST /api/account/home', { query: { embed: 0 }, body: { resumes } })
  putMember(user)
}
