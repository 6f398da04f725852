/**
 * OWASP's first choice for argon2id, the library's own algorithm: 19 MiB, two passes, one lane. About 25 ms, on a
 * thread of its own. Tests within one process put a cheaper one in its place (vitest.config.ts).
 */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
