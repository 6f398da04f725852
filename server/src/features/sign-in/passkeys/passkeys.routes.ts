import { ENDPOINTS, type UsedCredential } from '@quack/contract'
import { CHALLENGE_SECONDS } from '@quack/contract/rules/limits'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { parseId, timeOfId } from '../../../database/ids.ts'
import { readPage } from '../../../database/paging.ts'
import { bind } from '../../../http/calls/bind.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { localeOf } from '../../../http/pages/language.ts'
import { pageOf } from '../../../reading/list-query.ts'
import { timestamp } from '../../../reading/timestamp.ts'
import { requireOwn } from '../../../reading/viewer.ts'
import { findSetting } from '../../installation/settings.queries.ts'
import { confirmByPassword } from '../../passwords/recent.ts'
import { deviceOf } from '../../sessions/device.ts'
import { type Enter, ownRecord, signIn } from '../../sessions/start-session.ts'
import type { Tokens } from '../../sessions/tokens.ts'
import { Challenges, type ChallengeUse } from './challenges.ts'
import { countElsewhere, listCredentials, listPasskeys, PASSKEYS_CURSOR, type PasskeyRow } from './passkeys.queries.ts'
import * as service from './passkeys.service.ts'
import type { RelyingParty } from './relying-party.ts'
import { ALGORITHMS } from './verify.ts'

export interface PasskeyOptions {
  readonly tokens: Tokens
  readonly secret: string
  /** Whether the demo's guest may sign in. */
  readonly guestLogin: boolean
  /** Null if passkeys work nowhere. */
  readonly party: RelyingParty | null
}

const TIMEOUT_MS = CHALLENGE_SECONDS * 1_000

/**
 * @returns how a member proves by a passkey who they are. It throws passkeysUnavailable, challengeInvalid,
 * passkeyRefused, and what `enter` throws
 */
export function registerPasskeys(app: FastifyInstance, db: Database, options: PasskeyOptions) {
  const { tokens, guestLogin, party } = options
  const challenges = new Challenges(options.secret)
  const rpId = party?.id ?? null
  app.addHook('onReady', () => warnOfLostPasskeys(app, db, rpId))

  /** @throws passkeysUnavailable */
  function parts(): service.PasskeyParts {
    if (!party) throw new AppError('passkeysUnavailable')
    return { db, party, challenges, log: app.log }
  }

  const requestOptions = (use: ChallengeUse, credentials: Awaited<ReturnType<typeof listCredentials>>) => ({
    challenge: challenges.create(use),
    rpId: parts().party.id,
    timeout: TIMEOUT_MS,
    allowCredentials: credentials.map(descriptorOf),
    userVerification: 'required' as const,
  })

  const view = ({ id, name, is_backed_up, rp_id, used_at }: PasskeyRow) => ({
    _id: String(id),
    name,
    backedUp: is_backed_up === 1,
    usable: rp_id === rpId,
    createdAt: timestamp(timeOfId(id)),
    lastUsedAt: used_at === null ? null : timestamp(used_at),
  })

  bind(app, ENDPOINTS.listPasskeys, async ({ query }, { viewer }) => {
    const page = await readPage(PASSKEYS_CURSOR, pageOf(query), (request) => listPasskeys(db.read, viewer.id, request))
    return { passkeys: page.entries.map(view), nextCursor: page.nextCursor }
  })

  bind(app, ENDPOINTS.startPasskey, async (_input, { viewer }) => {
    requireOwn(viewer)
    const { id } = parts().party
    const credentials = await db.write((transaction) => service.requireRoom(transaction, viewer))
    const options = {
      challenge: challenges.create({ purpose: 'add', session: viewer.sessionId }),
      rp: { id, name: 'Quack' },
      user: {
        id: Buffer.from(String(viewer.id)).toString('base64url'),
        name: viewer.username,
        displayName: viewer.username,
      },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: TIMEOUT_MS,
      attestation: 'none' as const,
      excludeCredentials: credentials.map(descriptorOf),
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true,
        userVerification: 'required' as const,
      },
    }
    return { options }
  })

  bind(app, ENDPOINTS.addPasskey, async ({ body }, { viewer, request }) => {
    requireOwn(viewer)
    const device = deviceOf(request)
    const name = body.name?.trim() || device || 'Passkey'
    return { passkey: view(await service.addPasskey(parts(), viewer, { credential: body.credential, name, device })) }
  })

  bind(app, ENDPOINTS.renamePasskey, async ({ params, body }, { viewer }) => {
    requireOwn(viewer)
    return { passkey: view(await service.renamePasskey(db, viewer, parseId(params.id), body.name.trim())) }
  })

  bind(app, ENDPOINTS.removePasskey, async ({ params }, { viewer, request }) => {
    requireOwn(viewer)
    await service.removePasskey(db, viewer, { id: parseId(params.id), rpId, device: deviceOf(request) })
  })

  bind(app, ENDPOINTS.startPasskeySignIn, async () => {
    return { options: requestOptions({ purpose: 'sign-in', session: null }, []) }
  })

  bind(app, ENDPOINTS.signInWithPasskey, async ({ body }, { request }) => {
    const { credential, keepSignedIn = false } = body
    const device = deviceOf(request)
    const { encodedToken, memberId } = await byPasskey(credential, device, (transaction, member, method) =>
      signIn(db, tokens, transaction, member, { device, locale: localeOf(request), keepSignedIn, method }),
    )
    return { encodedToken, foundUser: await ownRecord(db, memberId) }
  })

  bind(app, ENDPOINTS.startConfirmation, async (_input, { viewer }) => {
    requireOwn(viewer)
    const usable = (await listCredentials(db.read, viewer.id)).filter((credential) => credential.rp_id === rpId)
    return { options: requestOptions({ purpose: 'confirm', session: viewer.sessionId }, usable) }
  })

  bind(app, ENDPOINTS.confirmViewer, async ({ body }, { viewer, request }) => {
    requireOwn(viewer)
    const { password, credential } = body
    if (credential === undefined) {
      const confirmIn = await confirmByPassword(db, viewer, password ?? '')
      return { confirmedUntil: timestamp(await db.write(confirmIn)) }
    }
    const how = { credential, device: deviceOf(request) }
    return { confirmedUntil: timestamp(await service.confirmByPasskey(parts(), viewer, how)) }
  })
  return byPasskey

  function byPasskey<T>(credential: UsedCredential, device: string, enter: Enter<T>): Promise<T> {
    return service.signInWithPasskey(parts(), credential, { device, guestLogin }, enter)
  }
}

function descriptorOf({ credential_id, transports }: { credential_id: string; transports: string }) {
  return { id: credential_id, type: 'public-key' as const, transports: JSON.parse(transports) as string[] }
}

/** Browsers bind passkeys to the host, so a changed one locks out whoever has nothing else. */
async function warnOfLostPasskeys(app: FastifyInstance, db: Database, rpId: string | null): Promise<void> {
  const first = await findSetting(db.primary, service.FIRST_HOST)
  if (first === undefined || first === rpId) return
  const lost = await countElsewhere(db.primary, rpId ?? '')
  if (lost === 0) return
  app.log.warn({ passkeys: lost, host: rpId }, 'some passkeys were made for another PUBLIC_URL and do not work here')
}
