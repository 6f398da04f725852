/**
 * Where a test runs. Without a tag it runs once: at a desktop's size, with SQLite. `test('…', PHONE, async () => …)`
 */

/** Once, on a phone with PostgreSQL: journeys through data that people make with a thumb. */
export const PHONE = { tag: '@phone' }

/** On both: the main journey, and what the width of the screen lays out in another way. */
export const BOTH = { tag: '@both' }
