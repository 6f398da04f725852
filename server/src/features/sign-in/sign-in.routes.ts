import { ENDPOINTS, type UsedCredential } from '@quack/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { bind } from '../../http/calls/bind.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { CountCode } from '../../http/limits/rate-limits.ts'
import { localeOf } from '../../http/pages/language.ts'
import { requireOwn } from '../../reading/viewer.ts'
import { createSeal } from '../secrets/sealed.ts'
import { deviceOf } from '../sessions/device.ts'
import { type Enter, ownRecord, signIn } from '../sessions/start-session.ts'
import type { Tokens } from '../sessions/tokens.ts'
import { registerFactor } from './factor/factor.routes.ts'
import { registerPasskeys } from './passkeys/passkeys.routes.ts'
import { relyingPartyOf } from './passkeys/relying-party.ts'
import { type LogIn, logIn } from './password/log-in.ts'
import { removePassword } from './password/remove-password.ts'

export interface SignInOptions {
  readonly tokens: Tokens
  /** Whether the demo's guest may sign in. */
  readonly guestLogin: boolean
  /** Of the installation. The secrets of second factors are encrypted with a key of it. */
  readonly secret: string
  /** The public origin; null if it is not known. */
  readonly publicUrl: string | null
  /** Counts an attempt of a member's code. */
  readonly countCode: CountCode
}

/** How members prove who they are, for whatever they enter. */
export interface Proofs {
  /** @throws what logIn throws */
  byPassword<T>(input: LogIn, of: { request: FastifyRequest; reply: FastifyReply }, enter: Enter<T>): Promise<T>
  byPasskey<T>(credential: UsedCredential, device: string, enter: Enter<T>): Promise<T>
  /** Null if passkeys work nowhere. */
  readonly passkeyHost: string | null
}

/** Ways to sign in, and recent authentication. */
export function registerSignIn(app: FastifyInstance, db: Database, options: SignInOptions): Proofs {
  const { tokens, guestLogin, publicUrl, countCode } = options
  const party = relyingPartyOf(publicUrl)
  const passkeyHost = party?.id ?? null
  const seal = createSeal(options.secret, 'second factor')

  bind(app, ENDPOINTS.logIn, async ({ body }, { request, reply }) => {
    const { keepSignedIn = false } = body
    const { encodedToken, memberId } = await byPassword(body, { request, reply }, (transaction, member, method) =>
      signIn(db, tokens, transaction, member, {
        device: deviceOf(request),
        locale: localeOf(request),
        keepSignedIn,
        method,
      }),
    )
    return { encodedToken, foundUser: await ownRecord(db, memberId) }
  })

  bind(app, ENDPOINTS.removePassword, async (_input, { viewer, request }) => {
    requireOwn(viewer)
    await removePassword(db, viewer, { rpId: passkeyHost, device: deviceOf(request) })
  })

  const byPasskey = registerPasskeys(app, db, { tokens, secret: options.secret, guestLogin, party })
  registerFactor(app, db, { seal, issuer: publicUrl === null ? 'Quack' : new URL(publicUrl).host })
  return { byPassword, byPasskey, passkeyHost }

  function byPassword<T>(
    input: LogIn,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    enter: Enter<T>,
  ): Promise<T> {
    const count = async (member: MemberId) => {
      const { waitSeconds, isLast } = await countCode(member)
      if (waitSeconds === 0) return isLast
      reply.header('retry-after', waitSeconds)
      throw new AppError('tooManyRequests')
    }
    return logIn(db, input, { device: deviceOf(request), guestLogin, seal, countCode: count }, enter)
  }
}
