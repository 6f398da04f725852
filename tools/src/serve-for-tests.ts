import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { startPostgres } from '@quack/testing/postgres'
import { ROOT } from '@quack/testing/run'

/**
 * Starts the product as its users do, with `npm start`, on temporary data: in SQLite, or with `--postgres` in a private
 * PostgreSQL. PORT is the port to listen on; DATA_DIR, if it is set, is the directory of the data.
 */

/** Loaded by the server on SQLite. The other one hashes passwords at their full cost. */
const CHEAP_PASSWORDS = pathToFileURL(join(ROOT, 'server', 'test', 'cheap-passwords.mjs')).href

const postgres = process.argv.includes('--postgres') ? await startPostgres() : null
const data = process.env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'quack-e2e-'))
const product = spawn('npm', ['start'], {
  cwd: ROOT,
  // A process group of its own, so that one signal reaches npm and all that it has started.
  detached: true,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    DATA_DIR: data,
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
    LINK_CARDS: 'off',
    LOG_LEVEL: 'warn',
    ...(postgres === null ? { NODE_OPTIONS: `--import=${CHEAP_PASSWORDS}` } : { DATABASE_URL: postgres.url }),
  },
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endProduct)
// A parent that is killed sends no signal. Without this, the product would go on running.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) endProduct()
}, 1_000).unref()

product.once('exit', async (code) => {
  // npm exits before the server has closed its files.
  while (isProductAlive()) await sleep(50)
  await postgres?.stop()
  rmSync(data, { recursive: true, force: true, maxRetries: 3 })
  process.exit(code ?? 0)
})

function endProduct(): void {
  signalProduct('SIGTERM')
}

function isProductAlive(): boolean {
  return signalProduct(0)
}

/** Signals every process of the product. False when none is left. */
function signalProduct(signal: NodeJS.Signals | 0): boolean {
  if (product.pid === undefined) return false
  try {
    return process.kill(-product.pid, signal)
  } catch {
    return false
  }
}
