/**
 * OWASP's first choice for argon2id: 19 MiB, two passes, one lane. About 25 ms on a thread of its own. In-process tests
 * replace it with a cheaper one (vitest.config.ts), as do some servers of browser tests
 * (server/test/cheap-passwords.mjs).
 */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
