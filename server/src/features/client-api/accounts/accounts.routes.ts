import * as calls from '@quack/contract/client-api/reading'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../../database/database.ts'
import type { MemberId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { type Hydration, hydrationOf } from '../../../reading/list-query.ts'
import { getIdByUsername, parseMemberId } from '../../members/members.service.ts'
import { bindClient } from '../transport/bind-client.ts'
import type { Urls } from '../transport/urls.ts'
import { accountView, credentialView } from './account.view.ts'
import { readMembers } from './accounts.read.ts'

export function registerAccounts(
  scope: FastifyInstance,
  db: Database,
  urlsOf: (request: FastifyRequest) => Urls,
): void {
  /** @throws memberUnknown */
  async function getMember(id: MemberId, hydration: Hydration) {
    const [member] = await readMembers(db.read, [id], hydration)
    if (!member) throw new AppError('memberUnknown')
    return member
  }

  bindClient(scope, calls.verifyAccount, async (context) =>
    credentialView(await getMember(context.viewer.id, hydrationOf(context, {})), urlsOf(context.request)),
  )

  bindClient(scope, calls.lookUpAccount, async (context) => {
    const urls = urlsOf(context.request)
    const [name = '', host = urls.host] = context.input.acct.replace(/^@/, '').split('@')
    if (host.toLowerCase() !== urls.host) throw new AppError('memberUnknown')
    const id = await getIdByUsername(db.read, name, context.hidden)
    return accountView(await getMember(id, hydrationOf(context, {})), urls)
  })

  bindClient(scope, calls.getAccount, async (context) => {
    const member = await getMember(parseMemberId(context.params.id), hydrationOf(context, {}))
    return accountView(member, urlsOf(context.request))
  })
}
