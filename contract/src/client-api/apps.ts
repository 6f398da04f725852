import { Type } from 'typebox'
import { URL_MAX_LENGTH } from '../rules/limits.ts'
import type { ClientCall } from './client-call.ts'

/** How apps get tokens: RFC 6749 with PKCE (RFC 7636), by the names that apps of this field know. */

const Text = Type.String({ maxLength: 1_000 })
const Uri = Type.String({ maxLength: URL_MAX_LENGTH })

/** The code goes to no address: the member copies it from a page. */
export const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob'
export const APP_NAME_MAX_LENGTH = 100
export const REDIRECT_URIS_MAX = 10

const App = {
  id: Type.String(),
  name: Type.String(),
  website: Type.Union([Type.String(), Type.Null()]),
  scopes: Type.Array(Type.String()),
  redirect_uri: Type.String(),
  redirect_uris: Type.Array(Type.String()),
  vapid_key: Type.String(),
}

export const registerApp = {
  method: 'POST',
  path: '/api/v1/apps',
  summary: 'Register an app; the secret is told only here',
  access: 'anyone',
  scope: null,
  rate: 'app',
  params: null,
  input: Type.Object({
    client_name: Type.String({ minLength: 1, maxLength: APP_NAME_MAX_LENGTH }),
    redirect_uris: Type.Union([
      Type.String({ minLength: 1, maxLength: URL_MAX_LENGTH * REDIRECT_URIS_MAX }),
      Type.Array(Uri, { minItems: 1, maxItems: REDIRECT_URIS_MAX }),
    ]),
    scopes: Type.Optional(Text),
    website: Type.Optional(Uri),
  }),
  answer: Type.Object({ ...App, client_id: Type.String(), client_secret: Type.String() }),
} as const satisfies ClientCall

export const verifyApp = {
  method: 'GET',
  path: '/api/v1/apps/verify_credentials',
  summary: "The app of the request's token",
  access: 'app',
  scope: null,
  rate: 'read',
  params: null,
  input: Type.Object({}),
  answer: Type.Object(App),
} as const satisfies ClientCall

const Client = { client_id: Type.Optional(Text), client_secret: Type.Optional(Text) }

export const issueToken = {
  method: 'POST',
  path: '/oauth/token',
  summary: 'Get a token for a code, or for the app itself',
  access: 'anyone',
  scope: null,
  rate: 'app',
  params: null,
  input: Type.Object({
    ...Client,
    grant_type: Type.String({ maxLength: 100 }),
    code: Type.Optional(Text),
    redirect_uri: Type.Optional(Uri),
    code_verifier: Type.Optional(Text),
    scope: Type.Optional(Text),
  }),
  answer: Type.Object({
    access_token: Type.String(),
    token_type: Type.Literal('Bearer'),
    scope: Type.String(),
    created_at: Type.Integer({ description: 'In seconds since 1970' }),
  }),
} as const satisfies ClientCall

export const revokeToken = {
  method: 'POST',
  path: '/oauth/revoke',
  summary: 'End a token of this app',
  access: 'anyone',
  scope: null,
  rate: 'app',
  params: null,
  input: Type.Object({ ...Client, token: Text }),
  answer: Type.Object({}),
} as const satisfies ClientCall

/** What the address of the consent page asks for, and its form repeats. */
export const Authorization = Type.Object({
  response_type: Type.String({ maxLength: 100 }),
  client_id: Text,
  redirect_uri: Uri,
  scope: Type.Optional(Text),
  state: Type.Optional(Type.String({ maxLength: 2_000 })),
  code_challenge: Type.Optional(Text),
  code_challenge_method: Type.Optional(Type.String({ maxLength: 100 })),
})
