import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { bind } from '../../../http/calls/bind.ts'
import { timestamp } from '../../../reading/timestamp.ts'
import { requireOwn } from '../../../reading/viewer.ts'
import { confirmedUntil } from '../../passwords/recent.ts'
import type { Seal } from '../../secrets/sealed.ts'
import { deviceOf } from '../../sessions/device.ts'
import { findConfirmed } from '../../sessions/sessions.queries.ts'
import { findWaysIn } from './factor.queries.ts'
import * as service from './factor.service.ts'
import { base32, otpauthAddress } from './totp.ts'

/** @param issuer the name under which authenticator apps show the codes */
export function registerFactor(app: FastifyInstance, db: Database, { seal, issuer }: { seal: Seal; issuer: string }) {
  bind(app, ENDPOINTS.getSecondFactor, async (_input, { viewer }) => {
    const ways = await findWaysIn(db.primary, viewer.id)
    const until = confirmedUntil(await findConfirmed(db.primary, viewer.sessionId))
    const isEnabled = typeof ways?.enabled_at === 'number'
    return {
      hasPassword: ways?.password_hash !== '',
      passkeys: ways?.passkeys ?? 0,
      enabled: isEnabled,
      recoveryCodesLeft: ways?.codes ?? 0,
      confirmedUntil: until >= Date.now() ? timestamp(until) : null,
    }
  })

  bind(app, ENDPOINTS.setUpSecondFactor, async (_input, { viewer }) => {
    requireOwn(viewer)
    const secret = await service.setUp(db, viewer, seal)
    return { secret: base32(secret), address: otpauthAddress(secret, { issuer, account: viewer.username }) }
  })

  bind(app, ENDPOINTS.enableSecondFactor, async ({ body }, { viewer, request }) => {
    requireOwn(viewer)
    const options = { code: body.code, seal, device: deviceOf(request) }
    return { recoveryCodes: await service.enable(db, viewer, options) }
  })

  bind(app, ENDPOINTS.disableSecondFactor, async (_input, { viewer, request }) => {
    requireOwn(viewer)
    await service.disable(db, viewer, deviceOf(request))
  })

  bind(app, ENDPOINTS.renewRecoveryCodes, async (_input, { viewer, request }) => {
    requireOwn(viewer)
    return { recoveryCodes: await service.renewCodes(db, viewer, deviceOf(request)) }
  })
}
