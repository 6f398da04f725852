import { appendFileSync } from 'node:fs'

/** What query-parts.ts inserts into the server's modules calls these. Each process writes a part down once. */

const recorded = new Set<string>()

export function ran(place: string): void {
  // Set by the tests' setup (engine.ts). What prepares their database records nothing.
  const file = process.env.TEST_PARTS_FILE
  if (file === undefined || recorded.has(place)) return
  recorded.add(place)
  appendFileSync(file, `${place}\n`)
}

/** A condition on the engine. In the tests on PostgreSQL, some of the databases are of SQLite. */
export function decided(place: string, onPostgres: boolean, value: boolean): boolean {
  if (value === onPostgres) ran(place)
  return value
}
