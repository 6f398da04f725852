import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '@quack/testing/postgres'
import { ROOT, run } from '@quack/testing/run'

/**
 * `npm run release:dump`: makes the dump of this release for each engine. It fails if a table has no rows: see fill.ts.
 */
const { values } = parseArgs({ options: { engine: { type: 'string' } } })
const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string }

if (values.engine === undefined) {
  if (execFileSync('git', ['tag', '--list', `v${version}`], { cwd: ROOT, encoding: 'utf8' }) !== '')
    throw new Error(`${version} is released, and its dump stays as it is: first set the next version.`)
  // The harness reads its engine when it is loaded, so each has a process.
  for (const engine of ['sqlite', 'postgres']) {
    const isMade = await run(process.execPath, [import.meta.filename, '--engine', engine], { isShown: true })
    if (!isMade) process.exit(1)
  }
} else {
  const postgres = values.engine === 'postgres' ? await startPostgres() : null
  process.env.TEST_DATABASE_URL = postgres?.url ?? ''
  const { ENGINE } = await import('../database.ts')
  const { backUp, SECRET } = await import('../../src/backup/backup.service.ts')
  const { readConfig } = await import('../../src/config/config.ts')
  const { countRows, storeDump } = await import('./dumps.ts')
  const { startFilled } = await import('./fill.ts')

  const directory = await mkdtemp(join(tmpdir(), 'quack-dump-'))
  const backup = join(directory, 'backup')
  const app = await startFilled()
  try {
    const empty = [...(await countRows(app.db))].filter(([, count]) => count === 0)
    if (empty.length > 0) throw new Error(`fill.ts leaves tables empty: ${empty.map(([table]) => table).join(', ')}`)
    await writeFile(join(app.directory, SECRET), app.secret)
    await backUp(readConfig(app.database.env, 'tool'), backup, version)
    await storeDump(backup, version, ENGINE)
    console.log(`The dump of ${version} for ${ENGINE} is in server/test/releases/${version}/${ENGINE}.`)
  } finally {
    await app.close()
    await postgres?.stop()
    await rm(directory, { recursive: true })
  }
}
