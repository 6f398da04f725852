import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../database/database.ts'
import { FORGET_ANSWERS } from '../../http/answers/read-answer.ts'
import { bind } from '../../http/calls/bind.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { CountAccount } from '../../http/limits/rate-limits.ts'
import { localeOf } from '../../http/pages/language.ts'
import { deviceOf } from '../sessions/device.ts'
import { ownRecord, signInFirst } from '../sessions/start-session.ts'
import type { Tokens } from '../sessions/tokens.ts'
import { endGuestSessions } from '../sign-in/guest/guest.service.ts'
import { type EnterFirst, isStored, logOut, type SignUp, signUp } from './sign-up.service.ts'

export interface SessionsOptions {
  readonly tokens: Tokens
  /** Whether the demo's guest may sign in. */
  readonly guestLogin: boolean
  readonly countAccount: CountAccount
}

/** Signs somebody up, within the limit of their address. */
export type Enrol = <T extends object>(
  input: SignUp,
  of: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  enter: EnterFirst<T>,
) => Promise<T>

export function registerSessions(app: FastifyInstance, db: Database, options: SessionsOptions): Enrol {
  const { tokens, guestLogin, countAccount } = options
  if (!guestLogin) app.addHook('onReady', () => endGuestSessions(db))

  const enrol: Enrol = async (input, { request, reply }, enter) => {
    const { waitSeconds, giveBack } = await countAccount(request.ip)
    if (waitSeconds > 0) {
      reply.header('retry-after', waitSeconds)
      throw new AppError('tooManyRequests')
    }
    return signUp(db, input, localeOf(request), enter).catch(async (error: unknown) => {
      if (!isStored(error)) await giveBack()
      throw error
    })
  }

  bind(app, ENDPOINTS.signUp, async ({ body }, context) => {
    const device = deviceOf(context.request)
    const { encodedToken, memberId } = await enrol(body, context, (transaction, member) =>
      signInFirst(db, tokens, transaction, member, device),
    )
    return { encodedToken, createdUser: await ownRecord(db, memberId) }
  })

  bind(app, ENDPOINTS.logOut, async (_input, { viewer, reply }) => {
    await logOut(db, viewer)
    reply.headers(FORGET_ANSWERS)
  })

  return enrol
}
