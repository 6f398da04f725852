import { generateKeyPairSync } from 'node:crypto'
import type { CreatedCredential, UsedCredential } from '@quack/contract'
import type { RelyingParty } from './relying-party.ts'

/** COSE numbers of the signatures that we accept: Ed25519, ES256 and RS256. */
export const ALGORITHMS = [-8, -7, -257]

/** What a browser has signed. */
export interface ClientData {
  readonly challenge: string
  readonly origin: string
}

export interface NewPasskey {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly isBackedUp: boolean
}

/** The challenge and origin that a browser says; null if it is not readable. */
export function readClientData(clientDataJSON: string): ClientData | null {
  try {
    const { challenge, origin, crossOrigin } = JSON.parse(
      Buffer.from(clientDataJSON, 'base64url').toString('utf8'),
    ) as Partial<ClientData & { crossOrigin: boolean }>
    // Nobody may frame our pages.
    if (crossOrigin === true) return null
    return typeof challenge === 'string' && typeof origin === 'string' ? { challenge, origin } : null
  } catch {
    return null
  }
}

/** @param client its challenge has been checked. @returns null if the credential is not valid */
export async function verifyCreated(
  party: RelyingParty,
  credential: CreatedCredential,
  client: ClientData,
): Promise<NewPasskey | null> {
  if (!party.isOrigin(client.origin)) return null
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} } as never,
      expectedChallenge: client.challenge,
      expectedOrigin: client.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: credential.response.transports ?? [],
      isBackedUp: registrationInfo.credentialBackedUp,
    }
  } catch {
    // It throws for everything that is not as it should be.
    return null
  }
}

/** @param publicKey null for an unknown passkey: then the result is null after the same work */
export async function verifyUsed(
  party: RelyingParty,
  credential: UsedCredential,
  client: ClientData,
  publicKey: string | null,
): Promise<{ readonly counter: number; readonly isBackedUp: boolean } | null> {
  if (!party.isOrigin(client.origin)) return null
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} } as never,
      expectedChallenge: client.challenge,
      expectedOrigin: client.origin,
      expectedRPID: party.id,
      credential: {
        id: credential.id,
        publicKey: Uint8Array.from(Buffer.from(publicKey ?? nobodysKey(), 'base64url')),
        // A lower counter is no reason to refuse (passkeys.service.ts).
        counter: 0,
      },
    })
    if (!verified || publicKey === null) return null
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
  } catch {
    return null
  }
}

let ofNobody: string | null = null

/** A public key on P-256 in COSE, of which nobody has the private key. */
function nobodysKey(): string {
  if (ofNobody !== null) return ofNobody
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const parts = ['a50102032620012158', '20', x, '225820', y]
  ofNobody = Buffer.concat(
    parts.map((part) => Buffer.from(part, part === x || part === y ? 'base64url' : 'hex')),
  ).toString('base64url')
  return ofNobody
}
