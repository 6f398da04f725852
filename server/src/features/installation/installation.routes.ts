import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/calls/bind.ts'
import { requireStaff } from '../moderation/roles/roles.service.ts'
import { editInstallation, findAbout, findRules } from './installation.service.ts'
import type { createStatistics } from './statistics.ts'

export function registerInstallation(
  app: FastifyInstance,
  db: Database,
  statistics: ReturnType<typeof createStatistics>,
): void {
  bind(app, ENDPOINTS.getAbout, async () => {
    await requireStaff(db.read)
    return { about: await findAbout(db.read), rules: [...(await findRules(db.read))] }
  })

  bind(app, ENDPOINTS.editInstallation, ({ body }, { viewer }) => editInstallation(db, viewer, body))

  bind(app, ENDPOINTS.getStatistics, () => statistics(db.read))
}
