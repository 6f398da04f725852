import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { sql } from 'kysely'
import { DATABASE_FILES } from '../../src/backup/backup.service.ts'
import type { Database, Engine } from '../../src/database/database.ts'

/**
 * Small installations of earlier releases, which a start of this one has to migrate (released.test.ts): backups as an
 * operator makes them (`npm run admin:backup`), with a row or more in each table. `RELEASE/ENGINE` is the backup's
 * directory, whose database file is compressed.
 *
 * - From 0.1.0 on, `npm run release:dump` makes them (make.ts): fill.ts calls the API, and inserts what only workers
 *   write.
 * - `migration-005` is of commit c0f3a659: backups had just come. `migration-027` is of a2a663e1, whose search split
 *   texts into other words. Both were made in a work tree of that commit by its own server, test harness and backup,
 *   with as much of fill.ts as that commit had tables for.
 */
const DUMPS = import.meta.dirname

const [compress, decompress] = [promisify(gzip), promisify(gunzip)]
const placeOf = (release: string, engine: Engine) => join(DUMPS, release, engine)

/** The names of all releases that have one. */
export async function listDumps(): Promise<string[]> {
  const entries = await readdir(DUMPS, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** Stores a backup as that of a release. */
export async function storeDump(backup: string, release: string, engine: Engine): Promise<void> {
  const place = placeOf(release, engine)
  await rm(place, { recursive: true, force: true })
  await cp(backup, place, { recursive: true })
  const file = join(place, DATABASE_FILES[engine])
  await writeFile(`${file}.gz`, await compress(await readFile(file), { level: 9 }))
  await rm(file)
}

/** Writes the backup of a release into an empty directory. */
export async function unpackDump(release: string, engine: Engine, backup: string): Promise<void> {
  await mkdir(backup, { recursive: true })
  await cp(placeOf(release, engine), backup, { recursive: true })
  const file = join(backup, DATABASE_FILES[engine])
  await writeFile(file, await decompress(await readFile(`${file}.gz`)))
}

const TABLES = {
  sqlite: "select name from sqlite_schema where type = 'table'",
  postgres: "select tablename as name from pg_tables where schemaname = 'public'",
}

/** The number of rows of each table that the database has. */
export async function countRows({ engine, primary: db }: Database): Promise<Map<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`${sql.raw(TABLES[engine])}`.execute(db)
  const counts = tables.map(
    ({ name }) => sql`select ${sql.lit(name)} as name, (select count(*) from ${sql.table(name)}) as count`,
  )
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ name, count }) => [name, Number(count)]))
}
