import { join } from 'node:path'
import { startPostgres } from '@quack/testing/postgres'
import pg from 'pg'
import type { Engine } from '../../server/src/database/database.ts'
import type { DatabaseLocation } from '../../server/src/database/open/open.ts'
import type { SizeName } from '../dataset.ts'
import { SECRET } from './names.ts'

/** A dataset, and the environment of a server that serves it. */
export interface Place {
  readonly place: DatabaseLocation
  /** The same as one command line argument. */
  readonly address: string
  readonly env: Record<string, string>
}

/**
 * A folder of datasets: the main one in the folder itself, others in folders inside it; or a private PostgreSQL server
 * with a database for each.
 */
export async function openPlaces(data: string, engine: Engine) {
  const common = { SECRET_KEY: SECRET, DEMO: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }
  const directoryOf = (size: SizeName, main: SizeName) => (size === main ? data : join(data, size))
  if (engine === 'sqlite') {
    return {
      open: async (size: SizeName, main: SizeName): Promise<Place> => {
        const directory = directoryOf(size, main)
        const file = join(directory, 'quack.sqlite')
        return { place: { file }, address: file, env: { ...common, DATA_DIR: directory } }
      },
      close: async () => undefined,
    }
  }
  const server = await startPostgres({ isDurable: true, keptIn: join(data, 'postgres') })
  return {
    open: async (size: SizeName, main: SizeName): Promise<Place> => {
      const url = new URL(server.url)
      url.pathname = `/bench_${size.toLowerCase()}`
      await createDatabase(server.url, url.pathname.slice(1))
      const env = { ...common, DATA_DIR: directoryOf(size, main), DATABASE_URL: url.href }
      return { place: { url: url.href }, address: url.href, env }
    },
    close: () => server.stop(),
  }
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database ${name}`)
  await client.end()
}
