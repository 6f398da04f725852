import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { FORGET_ANSWERS } from '../../http/answers/read-answer.ts'
import { bind } from '../../http/calls/bind.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { CountAccount } from '../../http/limits/rate-limits.ts'
import { deviceOf } from '../sessions/device.ts'
import { ownRecord } from '../sessions/start-session.ts'
import type { Tokens } from '../sessions/tokens.ts'
import { endGuestSessions } from '../sign-in/guest/guest.service.ts'
import { isStored, logOut, signUp } from './sign-up.service.ts'

export interface SessionsOptions {
  readonly tokens: Tokens
  /** Whether the demo's guest may sign in. */
  readonly guestLogin: boolean
  readonly countAccount: CountAccount
}

export function registerSessions(app: FastifyInstance, db: Database, options: SessionsOptions): void {
  const { tokens, guestLogin, countAccount } = options
  if (!guestLogin) app.addHook('onReady', () => endGuestSessions(db))

  bind(app, ENDPOINTS.signUp, async ({ body }, { request, reply }) => {
    const { waitSeconds, giveBack } = await countAccount(request.ip)
    if (waitSeconds > 0) {
      reply.header('retry-after', waitSeconds)
      throw new AppError('tooManyRequests')
    }
    const signingUp = signUp(db, tokens, body, deviceOf(request))
    const { encodedToken, memberId } = await signingUp.catch(async (error: unknown) => {
      if (!isStored(error)) await giveBack()
      throw error
    })
    return { encodedToken, createdUser: await ownRecord(db, memberId) }
  })

  bind(app, ENDPOINTS.logOut, async (_input, { viewer, reply }) => {
    await logOut(db, viewer)
    reply.headers(FORGET_ANSWERS)
  })
}
