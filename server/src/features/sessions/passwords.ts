import { hash, verify } from '@node-rs/argon2'

/**
 * OWASP's first choice for argon2id, the library's own algorithm: 19 MiB, two passes, one lane. About 25 ms, on a
 * thread of its own.
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS)
}

export function isPasswordRight(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password)
}
