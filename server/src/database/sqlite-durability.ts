/**
 * SQLite's `synchronous`: each commit waits until it is on the disk. In-process tests replace it, for they do not survive
 * their machine (vitest.config.ts).
 */
export const SYNCHRONOUS = 'full'
