import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { CreatedCredential, RouteAnswer, UsedCredential } from '@quack/contract'

type CreationOptions = RouteAnswer<'POST /api/account/passkeys/options'>['options']
type RequestOptions = RouteAnswer<'POST /api/auth/passkey/options'>['options']

/** The page on which the member uses it. */
export const ORIGIN = 'http://localhost:4000'

const PRESENT = 0x01
const VERIFIED = 0x04
const BACKUP = 0x18
const ATTESTED = 0x40

/** What a test can make it do wrong. */
export interface Behaviour {
  readonly origin?: string
  readonly rpId?: string
  readonly isVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string
  readonly type?: string
}

/** One passkey of an authenticator in software (WebAuthn, ES256, attestation `none`). */
export class Authenticator {
  readonly id = randomBytes(16).toString('base64url')
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #userHandle = ''

  create(options: CreationOptions, behaviour: Behaviour = {}): CreatedCredential {
    this.#userHandle = options.user.id
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.#publicKey()])
    const data = Buffer.concat([dataOf(options.rp.id, behaviour, ATTESTED), attested])
    // A CBOR map with three keys.
    const head = Buffer.from([
      0xa3,
      ...textOf('fmt'),
      ...textOf('none'),
      ...textOf('attStmt'),
      0xa0,
      ...textOf('authData'),
    ])
    const size = Buffer.from([0x59, data.length >> 8, data.length & 0xff])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientDataOf('webauthn.create', options.challenge, behaviour).toString('base64url'),
        attestationObject: Buffer.concat([head, size, data]).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  use(options: RequestOptions, behaviour: Behaviour = {}): UsedCredential {
    const data = dataOf(options.rpId, behaviour, 0)
    const client = clientDataOf('webauthn.get', options.challenge, behaviour)
    const userHandle = behaviour.userHandle ?? this.#userHandle
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(this.#keys.privateKey).toString('base64url'),
        ...(userHandle === '' ? null : { userHandle }),
      },
    }
  }

  /** In COSE. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const [before, between] = ['a5010203262001215820', '225820'].map((part) => Buffer.from(part, 'hex'))
    const parts = [before, Buffer.from(x, 'base64url'), between, Buffer.from(y, 'base64url')]
    return Buffer.concat(parts.map((part) => part ?? Buffer.alloc(0)))
  }
}

function clientDataOf(type: string, challenge: string, behaviour: Behaviour): Buffer {
  const { origin = ORIGIN } = behaviour
  return Buffer.from(JSON.stringify({ type: behaviour.type ?? type, challenge, origin, crossOrigin: false }))
}

function dataOf(rpId: string, { counter = 0, isVerified = true, ...behaviour }: Behaviour, flags: number): Buffer {
  const bytes = Buffer.alloc(37)
  createHash('sha256')
    .update(behaviour.rpId ?? rpId)
    .digest()
    .copy(bytes)
  bytes[32] = PRESENT | (isVerified ? VERIFIED : 0) | BACKUP | flags
  bytes.writeUInt32BE(counter, 33)
  return bytes
}

/** A short CBOR text. */
const textOf = (text: string) => [0x60 + text.length, ...Buffer.from(text)]
