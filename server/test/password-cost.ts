/**
 * What hashing a password costs in tests, in place of server/src/features/sessions/password-cost.ts: a twentieth. Tests
 * sign up thousands of members. Server processes that tests start have the full cost.
 */
export const PASSWORD_COST = { memoryCost: 2_048, timeCost: 1, parallelism: 1 }
