import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { FORGET_ANSWERS } from '../../http/answers/read-answer.ts'
import { bind } from '../../http/calls/bind.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { pageOf } from '../../reading/list-query.ts'
import { requireOwn } from '../../reading/viewer.ts'
import type { MediaStore } from '../media/store/media-store.ts'
import { resetPassword } from '../passwords/passwords.service.ts'
import { requireRecent } from '../passwords/recent.ts'
import { deviceOf } from '../sessions/device.ts'
import * as service from './account.service.ts'
import { type Removals, startRemovals } from './removal.loop.ts'

interface Parts {
  readonly media: MediaStore
  readonly clock: JobClock
  readonly mediaReleased: () => void
}

export function registerAccount(app: FastifyInstance, db: Database, { media, ...parts }: Parts): Removals {
  const removals = startRemovals(app, db, parts)

  bind(app, ENDPOINTS.changePassword, async ({ body }, { viewer, request }) => {
    requireOwn(viewer)
    await service.changeOwnPassword(db, viewer, body, deviceOf(request))
  })

  bind(app, ENDPOINTS.resetPassword, ({ body }, { request }) =>
    resetPassword(db, body.token, body.password, deviceOf(request)),
  )

  bind(app, ENDPOINTS.listSessions, async ({ query }, { viewer }) =>
    service.readSessions(db.read, viewer, pageOf(query)),
  )

  bind(app, ENDPOINTS.endSession, async ({ params }, { viewer }) => {
    requireOwn(viewer)
    await service.endSession(db, viewer, params.id)
  })

  bind(app, ENDPOINTS.endOtherSessions, async (_input, { viewer }) => {
    requireOwn(viewer)
    await service.endOtherSessions(db, viewer)
  })

  bind(app, ENDPOINTS.downloadArchive, async (_input, { viewer, reply }) => {
    // Guests share what is in it, and cannot confirm.
    if (!viewer.isShared) await db.write((transaction) => requireRecent(transaction, viewer))
    const name = `quack-${viewer.username}.zip`
    reply.header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'no-store')
    // Loaded on demand, because archives are rarely requested.
    const { createArchive } = await import('./archive.ts')
    return createArchive(db.read, media, viewer.id)
  })

  bind(app, ENDPOINTS.deleteAccount, async ({ body }, { viewer, reply }) => {
    requireOwn(viewer)
    await service.deleteAccount(db, removals, viewer, body.password)
    reply.headers(FORGET_ANSWERS)
  })
  return removals
}
