import type { Account } from '@quack/contract/client-api/entities'
import * as calls from '@quack/contract/client-api/reading'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { hydrationOf } from '../../../reading/list-query.ts'
import { parseMemberId } from '../../members/members.service.ts'
import { bindClient, type ClientContext } from '../transport/bind-client.ts'
import type { Urls } from '../transport/urls.ts'
import { accountView, credentialView } from './account.view.ts'
import { findAccount, readAccount, readHandle } from './accounts.read.ts'

export function registerAccounts(
  scope: FastifyInstance,
  db: Database,
  urlsOf: (request: FastifyRequest) => Urls,
): void {
  const own = (context: ClientContext<typeof calls.verifyAccount>) =>
    findAccount(db.read, String(context.viewer.id), hydrationOf(context, {}))

  bindClient(scope, calls.getUserInfo, async (context) => {
    const urls = urlsOf(context.request)
    const { username, display_name: name, url, avatar } = accountView(await own(context), urls)
    return { iss: `${urls.origin}/`, sub: url, name, preferred_username: username, profile: url, picture: avatar }
  })

  bindClient(scope, calls.verifyAccount, async (context) => credentialView(await own(context), urlsOf(context.request)))

  bindClient(scope, calls.lookUpAccount, async (context) => {
    const urls = urlsOf(context.request)
    return required(await readHandle(db.read, context.input.acct, hydrationOf(context, {}), urls))
  })

  bindClient(scope, calls.getAccount, async (context) => {
    const [id, hydration] = [parseMemberId(context.params.id), hydrationOf(context, {})]
    return required(await readAccount(db.read, id, hydration, urlsOf(context.request)))
  })
}

/** @throws memberUnknown */
function required(account: Account | undefined): Account {
  if (!account) throw new AppError('memberUnknown')
  return account
}
