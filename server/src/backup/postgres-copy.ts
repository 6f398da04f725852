import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import pg from 'pg'
import { BackupError } from './manifest.ts'

/** Copies a snapshot of the database, while others read and write it. */
export async function copyPostgres(url: string, target: string): Promise<void> {
  // pg_dump keeps the mode of a file that is there.
  await writeFile(target, '', { mode: 0o600 })
  await runTool('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${target}`])
}

/** Restores everything or nothing. @throws BackupError if `pg_restore` fails, or is not installed */
export async function restorePostgres(copy: string, url: string): Promise<void> {
  await runTool('pg_restore', url, ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', copy])
}

/** @throws BackupError if the schema `public` has a table */
export async function requireEmptyPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public' limit 1")
    if (rows.length > 0) throw new BackupError('The database of DATABASE_URL is not empty. Nothing is overwritten.')
  } finally {
    await client.end()
  }
}

/** Runs a PostgreSQL program. The password is not in its arguments, which other users can see. */
async function runTool(program: string, url: string, args: readonly string[]): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const child = spawn(program, [`--dbname=${address.href}`, ...args], {
    env: { ...process.env, ...(password === '' ? null : { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000)
  })
  const [code] = (await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BackupError(`${program} is not installed (PostgreSQL's client programs).`)
    throw error
  })) as [number | null]
  if (code !== 0) throw new BackupError(`${program} failed:\n${said.trim()}`)
}
