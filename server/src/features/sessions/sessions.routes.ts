import { ENDPOINTS } from '@quack/contract'
import { EMBED_DEFAULT } from '@quack/contract/limits'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { bind } from '../../http/bind.ts'
import { getMember } from '../members/members.hydrate.ts'
import { readHidden } from '../members/visibility.queries.ts'
import { deviceOf } from './device.ts'
import { endGuestSessions } from './guest.service.ts'
import { logIn, logOut, signUp } from './sessions.service.ts'
import type { Tokens } from './tokens.ts'

export function registerSessions(app: FastifyInstance, db: Database, tokens: Tokens, guestLogin: boolean): void {
  if (!guestLogin) app.addHook('onReady', () => endGuestSessions(db))

  /** The member's own record, for the answer to a sign-up or login. */
  const ownRecord = async (id: MemberId) =>
    getMember(db.read, id, { viewer: id, embed: EMBED_DEFAULT, hidden: await readHidden(db.read, id) })

  bind(app, ENDPOINTS.signUp, async ({ body }, { request }) => {
    const { encodedToken, memberId } = await signUp(db, tokens, body, deviceOf(request))
    return { encodedToken, createdUser: await ownRecord(memberId) }
  })

  bind(app, ENDPOINTS.logIn, async ({ body }, { request }) => {
    const { encodedToken, memberId } = await logIn(db, tokens, body, { device: deviceOf(request), guestLogin })
    return { encodedToken, foundUser: await ownRecord(memberId) }
  })

  bind(app, ENDPOINTS.logOut, async (_input, { viewer }) => {
    await logOut(db, viewer)
    return {}
  })
}
