/**
 * A twentieth of the cost of a password hash. In-process tests use it in place of
 * server/src/features/passwords/password-cost.ts, because they sign up thousands of members. So do the SQLite
 * servers of browser tests (cheap-passwords.mjs). Other server processes that tests start use the full cost.
 */
export const PASSWORD_COST = { memoryCost: 2_048, timeCost: 1, parallelism: 1 }
