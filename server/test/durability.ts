/**
 * No commit waits for the disk: 3 ms each on a slow one. In-process tests use it in place of
 * server/src/database/sqlite/durability.ts. Server processes that tests start, and kill, wait.
 */
export const SYNCHRONOUS = 'off'
export const SYNCHRONOUS_IN_BACKGROUND = 'off'
