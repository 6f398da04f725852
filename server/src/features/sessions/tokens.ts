import { createSigner, createVerifier } from 'fast-jwt'
import { AppError } from '../../http/errors/errors.ts'

/** The claims of a token: the member, and the session, which can end it early. */
export interface TokenClaims {
  readonly _id: string
  readonly username: string
  readonly sid: string
}

export interface VerifiedClaims extends TokenClaims {
  /** When it expires, in milliseconds since 1970. */
  readonly expiresAt: number
}

export interface Tokens {
  sign(claims: TokenClaims, lifeSeconds: number): string
  /** @throws tokenInvalid if it is not ours, was changed, or has expired */
  read(token: string): VerifiedClaims
}

const ALGORITHM = 'HS256'

/** @param secret of this installation only, at least 32 characters */
export function createTokens(secret: string): Tokens {
  const verify = createVerifier({ key: secret, algorithms: [ALGORITHM], cache: 5_000 })
  return {
    sign: (claims, lifeSeconds) =>
      createSigner({ key: secret, algorithm: ALGORITHM, expiresIn: lifeSeconds * 1_000 })({ ...claims }),
    read(token) {
      try {
        return parseClaims(verify(token))
      } catch {
        throw new AppError('tokenInvalid')
      }
    },
  }
}

function parseClaims(payload: unknown): VerifiedClaims {
  const { _id, username, sid, exp } = payload as Record<string, unknown>
  if (typeof _id !== 'string' || typeof username !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') {
    throw new TypeError('The token lacks a claim.')
  }
  return { _id, username, sid, expiresAt: exp * 1_000 }
}
