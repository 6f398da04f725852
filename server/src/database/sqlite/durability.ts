/**
 * SQLite's `synchronous`. A usual commit waits until it is on the disk. A background commit does not, but the next
 * usual one brings both to the disk. In-process tests replace these, for they do not survive their machine
 * (vitest.config.ts).
 */
export const SYNCHRONOUS = 'full'
export const SYNCHRONOUS_IN_BACKGROUND = 'normal'
