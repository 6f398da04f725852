import { ERRORS } from '@quack/contract'
import { refusalsOf } from '@quack/contract/calls/endpoint'
import type { ClientCall } from '@quack/contract/client-api/client-call'
import * as entities from '@quack/contract/client-api/entities'
import { SCOPES } from '@quack/contract/client-api/scopes'
import { STREAMING_PATH } from '@quack/contract/client-api/streaming'
import type { TObject, TSchema } from 'typebox'
import { ENGLISH } from '../../locale/languages.ts'
import { meaningOf } from '../client-api/apps/authorize.page.ts'
import { refusalOf } from '../client-api/transport/client-errors.ts'
import type { Api, Call } from './openapi.ts'

const TOKEN = '/oauth/token'
const scopes = Object.fromEntries(SCOPES.map((scope) => [scope, meaningOf(scope, ENGLISH.say)]))

const header = (description: string) => ({ description, schema: { type: 'string' } })
const RATE_HEADERS = {
  'X-RateLimit-Limit': header('How many calls of this class may be made'),
  'X-RateLimit-Remaining': header('How many of them are left'),
  'X-RateLimit-Reset': header('When all may be made again, as a time'),
}
const LINK = header('The pages beside this one (RFC 8288): `next` is older, `prev` is newer')

/** What apps of other makers call. */
export const clientApi = (calls: readonly ClientCall[]): Api => ({
  title: 'Quack client',
  description:
    'The client API of Mastodon, as far as Quack has it. Input of calls that are no GET may come as JSON, or as a form of ' +
    'either kind, in which a list is name[] and an object name[key]; and in the address. Fields that Quack does not know ' +
    'are dropped. A refusal has its sentence in error. Refusals of what a member may not do are 403, and of what Quack ' +
    'cannot keep to 422. Lists link the pages beside them in the header Link. Calls of one class count together: those of a ' +
    'token by its session, others by address. ' +
    `At ${STREAMING_PATH} is a WebSocket for several streams. /.well-known/oauth-authorization-server has the ` +
    'addresses for tokens.',
  // An address with a slash at its end is another one for the same.
  calls: calls.filter(({ path }) => !path.endsWith('/')).map(callOf),
  schemas: entities,
  securitySchemes: {
    oauth: {
      type: 'oauth2',
      description: 'The token of a member (with PKCE, RFC 7636), or of the app itself, as a bearer token.',
      flows: {
        authorizationCode: { authorizationUrl: '/oauth/authorize', tokenUrl: TOKEN, scopes },
        clientCredentials: { tokenUrl: TOKEN, scopes },
      },
    },
    client: {
      type: 'http',
      scheme: 'basic',
      description: 'The id and secret of an app, if they are not in the body.',
    },
  },
  refusal: entities.Refusal,
  refusalHeaders: (codes) => (codes.includes('tooManyRequests') ? RATE_HEADERS : {}),
})

function callOf(call: ClientCall): Call {
  const { method, path, access, scope, rate, params, input, files = {}, answer, produces, meanwhile } = call
  const [noun = ''] = path.replace(/^\/(api\/v\d\/|\.well-known\/)?/, '').split('/')
  const token = { oauth: scope === null ? [] : [scope] }
  const isRead = method === 'GET'
  return {
    ...{ method, path, access, noun, summary: call.summary },
    id: `${method}${path.replace('/api', '')}`.toLowerCase().split(/\W/).filter(Boolean).join('_'),
    ...(params && { params }),
    ...(isRead && { query: asQuery(input) }),
    security:
      path.startsWith('/oauth/') && !isRead ? [{}, { client: [] }] : access === 'anyone' ? [{}, token] : [token],
    bodies: isRead || Object.keys(input.properties).length === 0 ? {} : bodiesOf(input, Object.keys(files)),
    isBodyRequired: (input.required ?? []).length > 0,
    successes: { 200: 'The answer', ...(meanwhile && { [meanwhile]: 'A video is still being converted' }) },
    answers: { [produces ?? 'application/json']: answer },
    answerHeaders: { ...RATE_HEADERS, ...('max_id' in input.properties && { Link: LINK }) },
    refusals: refusalsOf({ method, access: access === 'app' ? 'anyone' : access, errors: [] }).map((code) => {
      const { status, sentence } = refusalOf({ code, message: ERRORS[code].message })
      return { code, status, message: sentence, body: { error: sentence } }
    }),
    more: { description: `Its class of the rate limits is ${rate}.` },
  }
}

/** In an address, a list is `name[]`. */
function asQuery(input: TObject): TObject {
  const properties = Object.entries<TSchema & { type?: string }>(input.properties).map(([name, schema]) => [
    schema.type === 'array' ? `${name}[]` : name,
    schema,
  ])
  return { ...input, properties: Object.fromEntries(properties) }
}

/** Files come in forms with parts. */
function bodiesOf(input: TObject, files: readonly string[]): Record<string, object> {
  const parts = files.map((name) => [name, { type: 'string', format: 'binary' }])
  const withFiles = { ...input, properties: { ...input.properties, ...Object.fromEntries(parts) } }
  return {
    'application/json': input,
    'application/x-www-form-urlencoded': input,
    'multipart/form-data': withFiles,
  }
}
