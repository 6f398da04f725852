import { type Static, Type } from 'typebox'
import { Member } from '../entities/entities.ts'
import { Id, PageQuery, page, Timestamp } from '../entities/fields.ts'
import * as limits from '../rules/limits.ts'
import { VISIBLE_PATTERN } from '../rules/text.ts'
import { endpoint } from './endpoint.ts'

/**
 * Passkeys (WebAuthn). The options are what `@simplewebauthn/browser` takes as `optionsJSON`, the credentials what it
 * returns. Their challenges are valid for five minutes and once, at any node.
 */

const Nothing = Type.Object({})
const Base64Url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[\\w-]+$' })
const CredentialId = Base64Url(limits.CREDENTIAL_ID_MAX_LENGTH)
const Transports = Type.Array(Type.String({ maxLength: 20, pattern: '^[a-z-]+$' }), { maxItems: 10 })
const Descriptor = Type.Object({
  id: Type.String(),
  type: Type.Literal('public-key'),
  transports: Type.Optional(Type.Array(Type.String())),
})

const CreationOptions = Type.Object({
  challenge: Type.String(),
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
  timeout: Type.Integer(),
  attestation: Type.Literal('none'),
  excludeCredentials: Type.Array(Descriptor),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Boolean(),
    userVerification: Type.Literal('required'),
  }),
})
const RequestOptions = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  allowCredentials: Type.Array(Descriptor),
  userVerification: Type.Literal('required'),
})

const EXTRA = { additionalProperties: true }
/** What a browser answers when a passkey is created. */
export const CreatedCredential = Type.Object(
  {
    id: CredentialId,
    rawId: CredentialId,
    type: Type.Literal('public-key'),
    response: Type.Object(
      {
        clientDataJSON: Base64Url(limits.CREDENTIAL_PART_MAX_LENGTH),
        attestationObject: Base64Url(limits.CREDENTIAL_PART_MAX_LENGTH),
        transports: Type.Optional(Transports),
      },
      EXTRA,
    ),
  },
  EXTRA,
)
/** What a browser answers when a passkey is used. */
export const UsedCredential = Type.Object(
  {
    id: CredentialId,
    rawId: CredentialId,
    type: Type.Literal('public-key'),
    response: Type.Object(
      {
        clientDataJSON: Base64Url(limits.CREDENTIAL_PART_MAX_LENGTH),
        authenticatorData: Base64Url(limits.CREDENTIAL_PART_MAX_LENGTH),
        signature: Base64Url(limits.CREDENTIAL_PART_MAX_LENGTH),
        userHandle: Type.Optional(Base64Url(100)),
      },
      EXTRA,
    ),
  },
  EXTRA,
)
export type CreatedCredential = Static<typeof CreatedCredential>
export type UsedCredential = Static<typeof UsedCredential>

export const Passkey = Type.Object({
  _id: Id,
  name: Type.String(),
  backedUp: Type.Boolean({ description: 'Whether it is kept beyond one device' }),
  usable: Type.Boolean({ description: 'False if it was made at another address of this installation' }),
  createdAt: Timestamp,
  lastUsedAt: Type.Union([Timestamp, Type.Null()]),
})
export type Passkey = Static<typeof Passkey>
const PasskeyName = Type.String({ minLength: 1, maxLength: limits.PASSKEY_NAME_MAX_LENGTH, pattern: VISIBLE_PATTERN })

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/account/passkeys',
  noun: 'sign-in',
  summary: "The viewer's passkeys, newest first",
  access: 'member',
  rate: 'read',
  query: PageQuery,
  success: 200,
  answer: page('passkeys', Passkey),
  errors: ['cursorInvalid'],
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/options',
  noun: 'sign-in',
  summary: 'What a browser needs to create a passkey of the viewer',
  access: 'member',
  rate: 'write',
  success: 200,
  answer: Type.Object({ options: CreationOptions }),
  errors: ['confirmationNeeded', 'tooManyPasskeys', 'passkeysUnavailable', 'guestFixed'],
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys',
  noun: 'sign-in',
  summary: 'Store a passkey that the browser has created. Without a name it has that of the device',
  access: 'member',
  rate: 'write',
  body: Type.Object({ credential: CreatedCredential, name: Type.Optional(PasskeyName) }),
  success: 201,
  answer: Type.Object({ passkey: Passkey }),
  errors: [
    ...(['confirmationNeeded', 'passkeyInvalid', 'challengeInvalid', 'passkeyKnown'] as const),
    ...(['tooManyPasskeys', 'passkeysUnavailable', 'guestFixed'] as const),
  ],
})

export const renamePasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/:id',
  noun: 'sign-in',
  summary: 'Give a passkey another name',
  access: 'member',
  rate: 'write',
  params: Type.Object({ id: Id }),
  body: Type.Object({ name: PasskeyName }),
  success: 200,
  answer: Type.Object({ passkey: Passkey }),
  errors: ['confirmationNeeded', 'passkeyUnknown', 'guestFixed'],
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/account/passkeys/:id',
  noun: 'sign-in',
  summary: 'Remove a passkey. Sessions that it has signed in stay; the last way in cannot be removed',
  access: 'member',
  rate: 'write',
  params: Type.Object({ id: Id }),
  success: 200,
  answer: Nothing,
  errors: ['confirmationNeeded', 'passkeyUnknown', 'lastWayIn', 'guestFixed'],
})

export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/options',
  noun: 'sign-in',
  summary: 'What a browser needs to sign in with a passkey, without a username. Stores nothing',
  access: 'anyone',
  rate: 'read',
  success: 200,
  answer: Type.Object({ options: RequestOptions }),
  errors: ['passkeysUnavailable'],
})

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey',
  noun: 'sign-in',
  summary: 'Get a token with a passkey. No code is asked',
  access: 'anyone',
  rate: 'signin',
  body: Type.Object({
    credential: UsedCredential,
    keepSignedIn: Type.Optional(
      Type.Boolean({ default: false, description: 'The token is valid for 30 days instead of 24 hours' }),
    ),
  }),
  success: 200,
  answer: Type.Object({ encodedToken: Type.String(), foundUser: Member }),
  errors: ['passkeyRefused', 'challengeInvalid', 'passkeysUnavailable', 'accountSuspended'],
})
