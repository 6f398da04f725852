import { createHash } from 'node:crypto'
import type { TextMessage } from '@quack/contract/calls/notification-text'
import { UsedCredential } from '@quack/contract/calls/passkeys'
import { Authorization, OUT_OF_BAND } from '@quack/contract/client-api/apps'
import { PASSWORD_MAX_LENGTH } from '@quack/contract/rules/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Connection, Database } from '../../../database/database.ts'
import type { MemberId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { CountName } from '../../../http/limits/rate-limits.ts'
import { localeOf } from '../../../http/pages/language.ts'
import { HEADERS } from '../../../http/raw/headers.ts'
import type { Language, Languages } from '../../../locale/languages.ts'
import type { Authenticated } from '../../../reading/viewer.ts'
import { requireRecent } from '../../passwords/recent.ts'
import { deviceOf } from '../../sessions/device.ts'
import { lockCredentials } from '../../sessions/sessions.queries.ts'
import { requireEntry } from '../../sessions/start-session.ts'
import type { Proofs } from '../../sign-in/sign-in.routes.ts'
import { readInput, readJson } from '../transport/input.ts'
import { type Asked, allow, findAsked } from './apps.service.ts'
import { codePage, consentPage, refusalPage, STYLE } from './authorize.page.ts'
import { AUTHORIZE_SCRIPT, AUTHORIZE_SCRIPT_PATH } from './authorize.script.ts'
import { policySourceOf, withParameters } from './redirects.ts'

const PATH = '/oauth/authorize'
const PAGE = { config: { addressClass: 'page' } } as const
const POLICY = 'content-security-policy'
const OF_PAGE = String(HEADERS[POLICY]).replace(
  "style-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
)

const TEXTS = {
  again: /** i18n */ { id: 'oauth.again', message: 'Log in once more, to allow this.' },
  denied: /** i18n */ { id: 'oauth.denied', message: 'The app may not use your account.' },
} satisfies Record<string, TextMessage>

const Decision = Type.Object({
  ...Authorization.properties,
  decision: Type.Enum(['allow', 'deny']),
  token: Type.Optional(Type.String({ maxLength: 1_000 })),
  credential: Type.Optional(Type.String({ maxLength: 20_000 })),
  username: Type.Optional(Type.String({ maxLength: 100 })),
  password: Type.Optional(Type.String({ maxLength: PASSWORD_MAX_LENGTH })),
  code: Type.Optional(Type.String({ maxLength: 100 })),
})

type Fields = Static<typeof Authorization>

interface Parts {
  readonly proofs: Proofs
  /** The member's own session in the web client. */
  readonly authenticate: (token: string) => Promise<Authenticated | null>
  readonly languages: Languages
  readonly countName: CountName
}

/** The consent page, in the language of the browser. Forms are parsed in this scope. */
export function registerAuthorize(
  scope: FastifyInstance,
  db: Database,
  { proofs, authenticate, languages, countName }: Parts,
): void {
  const languageOf = (request: FastifyRequest) => languages.of(localeOf(request))

  scope.get(AUTHORIZE_SCRIPT_PATH, PAGE, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(AUTHORIZE_SCRIPT),
  )

  // Some apps write a slash at the end.
  scope.get(`${PATH}/`, PAGE, async (request, reply) => reply.redirect(request.url.replace(`${PATH}/`, PATH)))
  scope.get(PATH, PAGE, async (request, reply) => {
    const fields = readInput(Authorization, request)
    const asked = await ask(request, reply, fields)
    return asked ? show(request, reply, asked, fields) : reply
  })

  // Attempts to sign in count here as they do at the log-in.
  const endpoint = { access: 'anyone', rate: 'signin' } as const
  scope.post(PATH, { config: { endpoint } }, async (request, reply) => {
    const { decision, token, credential, username = '', password = '', code, ...fields } = readInput(Decision, request)
    const asked = await ask(request, reply, fields)
    if (!asked) return reply
    const language = languageOf(request)
    if (decision === 'deny') return lead(reply, asked, fields, { error: 'access_denied' }, language)
    try {
      const made = await prove(asked)
      if (asked.redirectUri === OUT_OF_BAND) return send(reply, codePage(made, language))
      return lead(reply, asked, fields, { code: made }, language)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const needsCode = error.code === 'codeNeeded' || error.code === 'codeWrong'
      const problem = error.code === 'confirmationNeeded' ? language.say(TEXTS.again) : refusalText(error, language)
      reply.code(error.code === 'tooManyRequests' ? 429 : 403)
      return show(request, reply, asked, fields, { problem, username, needsCode })
    }

    async function prove(asked: Asked): Promise<string> {
      const enter = (transaction: Connection, { id }: { readonly id: MemberId }) => allow(db, transaction, id, asked)
      if (token) {
        const { viewer } = (await authenticate(token)) ?? { viewer: null }
        if (!viewer || viewer.scopes) throw new AppError('tokenInvalid')
        return db.write(async (transaction) => {
          const member = await lockCredentials(transaction, viewer.id)
          if (!member) throw new AppError('tokenInvalid')
          requireEntry(db, member)
          if (!viewer.isShared) await requireRecent(transaction, viewer)
          return enter(transaction, viewer)
        })
      }
      if (credential) return proofs.byPasskey(parseCredential(credential), deviceOf(request), enter)
      const waitSeconds = await countName(username)
      if (waitSeconds > 0) {
        reply.header('retry-after', waitSeconds)
        throw new AppError('tooManyRequests')
      }
      return proofs.byPassword({ username, password, ...(code && { code }) }, { request, reply }, enter)
    }
  })

  /** What an app has asked for; null if that was wrong, and has been answered. */
  async function ask(request: FastifyRequest, reply: FastifyReply, fields: Fields): Promise<Asked | null> {
    const asked = await findAsked(db.primary, fields)
    const language = languageOf(request)
    if ('message' in asked) {
      send(reply.code(400), refusalPage(asked, language))
      return null
    }
    const wrong = problemOf(fields, asked)
    if (wrong) lead(reply, asked, fields, { error: wrong }, language)
    return wrong ? null : asked
  }

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { app, scopes, redirectUri }: Asked,
    fields: Fields,
    again = { problem: '', username: '', needsCode: false },
  ): FastifyReply {
    // Browsers check where the form leads to even after the redirect.
    const target = redirectUri === OUT_OF_BAND ? '' : ` ${policySourceOf(redirectUri)}`
    const policy = OF_PAGE.replace("form-action 'self'", `form-action 'self'${target}`)
    const consent = {
      app,
      host: scope.urlsOf(request).host,
      scopes: scopes.split(' '),
      fields: fields as Record<string, string>,
      hasPasskeys: proofs.passkeyHost !== null,
      ...again,
    }
    return send(reply, consentPage(consent, languageOf(request)), policy)
  }
}

/** What an app has asked for wrongly, by the names of RFC 6749; null for nothing. */
function problemOf({ response_type, code_challenge, code_challenge_method }: Fields, { scopes }: Asked) {
  if (response_type !== 'code') return 'unsupported_response_type'
  if (code_challenge && code_challenge_method !== 'S256') return 'invalid_request'
  return scopes === '' ? 'invalid_scope' : null
}

/** Refusals have a translation for each code, and an English text that may be more exact. */
const refusalText = ({ code, message }: AppError, { say }: Language): string =>
  say({ id: `refusal.${code}`, message: '{message}' }, { message })

function lead(
  reply: FastifyReply,
  { redirectUri }: Asked,
  { state }: Fields,
  outcome: Record<string, string>,
  language: Language,
) {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  if (redirectUri !== OUT_OF_BAND) return reply.redirect(withParameters(redirectUri, { ...outcome, state }), 302)
  return send(reply, refusalPage(TEXTS.denied, language))
}

function send(reply: FastifyReply, html: string, policy = OF_PAGE): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').header(POLICY, policy).send(html)
}

/** @throws passkeyRefused */
function parseCredential(text: string): UsedCredential {
  try {
    return readJson(UsedCredential, text)
  } catch {
    throw new AppError('passkeyRefused')
  }
}
