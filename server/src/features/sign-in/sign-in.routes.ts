import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/bind.ts'
import { timestamp } from '../../http/timestamp.ts'
import { requireOwn } from '../../http/viewer.ts'
import { confirmByPassword } from '../sessions/recent.ts'

export function registerSignIn(app: FastifyInstance, db: Database): void {
  bind(app, ENDPOINTS.confirmViewer, async ({ body }, { viewer }) => {
    requireOwn(viewer)
    const confirmIn = await confirmByPassword(db, viewer, body.password)
    return { confirmedUntil: timestamp(await db.write(confirmIn)) }
  })
}
