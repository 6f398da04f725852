/**
 * Tags for where a test runs. An untagged test runs once: at desktop size, with SQLite. `test('…', PHONE, async …)`
 */

/** Runs once, at phone size with PostgreSQL: for journeys that write data by touch. */
export const PHONE = { tag: '@phone' }

/** Runs on both: for the main journey, and for layouts that depend on the width. */
export const BOTH = { tag: '@both' }
