import { type Static, Type } from 'typebox'
import { Member } from '../entities/entities.ts'
import { Id, Timestamp } from '../entities/fields.ts'
import * as limits from '../rules/limits.ts'
import { VISIBLE_PATTERN } from '../rules/text.ts'
import { endpoints } from './endpoint.ts'
import { pageOf } from './shared.ts'

/**
 * Passkeys (WebAuthn). The options are what `@simplewebauthn/browser` takes as `optionsJSON`, the credentials what it
 * returns. Their challenges are valid for five minutes and once, at any node.
 */

const endpoint = endpoints({ noun: 'sign-in' })

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

export const listPasskeys = endpoint('GET /api/account/passkeys', {
  summary: "The viewer's passkeys, newest first",
  access: 'member',
  ...pageOf('passkeys', Passkey),
})

export const startPasskey = endpoint('POST /api/account/passkeys/options', {
  summary: 'What a browser needs to create a passkey of the viewer',
  access: 'member',
  answer: Type.Object({ options: CreationOptions }),
  errors: ['confirmationNeeded', 'tooManyPasskeys', 'passkeysUnavailable', 'guestFixed'],
})

export const addPasskey = endpoint('POST /api/account/passkeys', {
  summary: 'Store a passkey that the browser has created. Without a name it has that of the device',
  access: 'member',
  success: 201,
  body: Type.Object({ credential: CreatedCredential, name: Type.Optional(PasskeyName) }),
  answer: Type.Object({ passkey: Passkey }),
  errors: [
    ...(['confirmationNeeded', 'passkeyInvalid', 'challengeInvalid', 'passkeyKnown'] as const),
    ...(['tooManyPasskeys', 'passkeysUnavailable', 'guestFixed'] as const),
  ],
})

export const renamePasskey = endpoint('POST /api/account/passkeys/:id', {
  summary: 'Give a passkey another name',
  access: 'member',
  params: Type.Object({ id: Id }),
  body: Type.Object({ name: PasskeyName }),
  answer: Type.Object({ passkey: Passkey }),
  errors: ['confirmationNeeded', 'passkeyUnknown', 'guestFixed'],
})

export const removePasskey = endpoint('DELETE /api/account/passkeys/:id', {
  summary: 'Remove a passkey. Sessions that it has signed in stay; the last way in cannot be removed',
  access: 'member',
  params: Type.Object({ id: Id }),
  errors: ['confirmationNeeded', 'passkeyUnknown', 'lastWayIn', 'guestFixed'],
})

export const startPasskeySignIn = endpoint('POST /api/auth/passkey/options', {
  summary: 'What a browser needs to sign in with a passkey, without a username. Stores nothing',
  access: 'anyone',
  rate: 'read',
  answer: Type.Object({ options: RequestOptions }),
  errors: ['passkeysUnavailable'],
})

export const signInWithPasskey = endpoint('POST /api/auth/passkey', {
  summary: 'Get a token with a passkey. No code is asked',
  access: 'anyone',
  rate: 'signin',
  body: Type.Object({
    credential: UsedCredential,
    keepSignedIn: Type.Optional(
      Type.Boolean({ default: false, description: 'The token is valid for 30 days instead of 24 hours' }),
    ),
  }),
  answer: Type.Object({ encodedToken: Type.String(), foundUser: Member }),
  errors: ['passkeyRefused', 'challengeInvalid', 'passkeysUnavailable', 'accountSuspended', 'emailUnconfirmed'],
})

/**
 * Recent authentication. Calls that need it answer `confirmationNeeded` unless the session was signed in or confirmed
 * within 15 minutes; each such call renews them, for an hour at most.
 */

export const startConfirmation = endpoint('POST /api/account/confirm/options', {
  summary: "What a browser needs to confirm with one of the viewer's passkeys",
  access: 'member',
  answer: startPasskeySignIn.answer,
  errors: ['passkeysUnavailable', 'guestFixed'],
})

export const confirmViewer = endpoint('POST /api/account/confirm', {
  summary: 'Confirm the session with the password or a passkey: one of the two',
  access: 'member',
  rate: 'confirm',
  body: Type.Object({
    password: Type.Optional(Type.String({ minLength: 1, maxLength: limits.PASSWORD_MAX_LENGTH })),
    credential: Type.Optional(UsedCredential),
  }),
  answer: Type.Object({ confirmedUntil: Timestamp }),
  errors: ['passwordWrong', 'passkeyInvalid', 'challengeInvalid', 'passkeysUnavailable', 'guestFixed'],
})
