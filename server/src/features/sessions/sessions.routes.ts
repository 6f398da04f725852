import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/bind.ts'
import { FORGET_ANSWERS } from '../../http/read-answer.ts'
import { deviceOf } from './device.ts'
import { endGuestSessions } from './guest.service.ts'
import { ownRecord } from './own-record.ts'
import { logOut, signUp } from './sessions.service.ts'
import type { Tokens } from './tokens.ts'

export function registerSessions(app: FastifyInstance, db: Database, tokens: Tokens, guestLogin: boolean): void {
  if (!guestLogin) app.addHook('onReady', () => endGuestSessions(db))

  bind(app, ENDPOINTS.signUp, async ({ body }, { request }) => {
    const { encodedToken, memberId } = await signUp(db, tokens, body, deviceOf(request))
    return { encodedToken, createdUser: await ownRecord(db, memberId) }
  })

  bind(app, ENDPOINTS.logOut, async (_input, { viewer, reply }) => {
    await logOut(db, viewer)
    reply.headers(FORGET_ANSWERS)
    return {}
  })
}
