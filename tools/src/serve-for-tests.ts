import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from './postgres.ts'
import { ROOT } from './run.ts'

/**
 * Starts the product as its users do, `npm start`, on data of its own that goes when it ends: in SQLite, or with
 * `--postgres` in a private PostgreSQL. PORT says where it listens, DATA_DIR where the data are, if that matters.
 */

const postgres = process.argv.includes('--postgres') ? await startPostgres() : null
const data = process.env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'quack-e2e-'))
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
// Who started us may be killed without a word to us: nobody would end the product then.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) endProduct()
}, 1_000).unref()

product.once('exit', async (code) => {
  // npm ends before the server under it has closed its files.
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
