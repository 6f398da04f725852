import { ENDPOINTS } from '@quack/contract'
import { PAGE_PATHS, UNSUBSCRIBE_PATH } from '@quack/contract/rules/page-paths'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../../dependencies.ts'
import { bind } from '../../../http/calls/bind.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { readUnsubscribeToken } from '../../mails/unsubscribe-token.ts'
import { endDigest } from '../digest.queries.ts'

/** RFC 8058 wants the first and allows the second. */
const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded']

/**
 * Mail programs that only know the address open it, and find the page. Opening it ends nothing: programs that check
 * mails do too.
 */
export const UNSUBSCRIBE_PAGE = { method: 'GET', path: UNSUBSCRIBE_PATH }

/** Without a session. It is there without a mail server too, because mails of before keep their links. */
export function registerUnsubscribe(app: FastifyInstance, { db, secret }: Dependencies): void {
  // A scope of its own for the parser of forms. What they say is not needed: the token says it.
  app.register(async (scope) => {
    scope.removeContentTypeParser(FORMS)
    scope.addContentTypeParser(FORMS, { parseAs: 'string' }, (_request, _text, done) => done(null, undefined))

    bind(scope, ENDPOINTS.unsubscribe, async ({ query }) => {
      const member = readUnsubscribeToken(secret, query.token)
      if (member === null) throw new AppError('unsubscribeInvalid')
      await db.write((transaction) => endDigest(transaction, member))
    })

    scope.get<{ Querystring: { token?: string } }>(
      UNSUBSCRIBE_PATH,
      { config: { addressClass: 'page' } },
      ({ query }, reply) => {
        const token = encodeURIComponent(String(query.token ?? ''))
        return reply.header('cache-control', 'no-store').redirect(`${PAGE_PATHS.unsubscribe}?token=${token}`, 303)
      },
    )
  })
}
