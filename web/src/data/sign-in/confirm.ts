import { call } from '../api/api.ts'

/** Confirms the session for 15 minutes. Throws what `call` throws. */
export async function confirmByPassword(password: string): Promise<void> {
  await call('POST /api/account/confirm', { body: { password } })
}
