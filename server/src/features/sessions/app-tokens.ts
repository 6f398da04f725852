import { createHash, randomBytes } from 'node:crypto'

/**
 * Tokens of apps and scripts, codes and secrets of apps: random, and stored as hashes. A signed token (tokens.ts) has
 * dots, and these have none. All characters may stand in a header `Sec-WebSocket-Protocol`.
 */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
export const isAppToken = (token: string): boolean => !token.includes('.')
