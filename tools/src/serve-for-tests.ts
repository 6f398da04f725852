import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from './postgres.ts'
import { ROOT } from './run.ts'

/**
 * Starts the product as its users do, `npm start`, on data of its own that goes when it ends: in SQLite, or with
 * `--postgres` in a private PostgreSQL. PORT says where it listens.
 */

const postgres = process.argv.includes('--postgres') ? await startPostgres() : null
const data = mkdtempSync(join(tmpdir(), 'quack-e2e-'))
const product = spawn('npm', ['start'], {
  cwd: ROOT,
  // A group of its own, so that one signal reaches npm's shell and the server under it.
  detached: true,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    DATA_DIR: data,
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...(postgres === null ? {} : { DATABASE_URL: postgres.url }),
  },
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endProduct)
product.once('exit', async (code) => {
  await postgres?.stop()
  rmSync(data, { recursive: true, force: true, maxRetries: 3 })
  process.exit(code ?? 0)
})

function endProduct(): void {
  if (product.pid === undefined) return
  try {
    process.kill(-product.pid, 'SIGTERM')
  } catch {
    // It has ended already.
  }
}
