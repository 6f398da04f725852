/**
 * Tags for where a test runs. An untagged test runs once: at desktop size, with SQLite. `test('…', PHONE, async …)`.
 * Tags of two kinds are combined: `test('…', tags(PHONE, LONG), async …)`
 */

interface Tags {
  readonly tag: string[]
}

/** Runs once, at phone size with PostgreSQL: for journeys that write data by touch. */
export const PHONE: Tags = { tag: ['@phone'] }

/** Runs at desktop size, and in `npm run test:long` at phone size too. */
export const PHONE_IN_LONG: Tags = { tag: ['@phone-in-long'] }

/** Runs in `npm run test:long` alone: kills browsers or servers, draws random histories, or is one of many like it. */
export const LONG: Tags = { tag: ['@long'] }

export function tags(...all: readonly Tags[]): Tags {
  return { tag: all.flatMap(({ tag }) => tag) }
}
