import { type ChildProcess, execFile, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { patient } from './patience.ts'
import { onEnd } from './run.ts'
import { findPostgresBin } from './system.ts'

export interface PrivatePostgres {
  /** The URL of the database `postgres`, as a superuser who may create other databases. */
  readonly url: string
  readonly port: number
  /** The folder of all its files. */
  readonly folder: string
  /** Kills the main process. Resolves when the backends have ended too. */
  kill(signal?: 'SIGKILL' | 'SIGINT'): Promise<void>
  /** Starts it again after a kill; resolves when it accepts connections. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** These data may be lost, so nothing waits for the disk. Never use these settings for a real server. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** How long the server may take to accept connections, in milliseconds. */
const START_MS = patient(60_000)

export interface PostgresOptions {
  /** Whether it must not lose data when it is killed. */
  readonly isDurable?: boolean
  /** A folder to use instead of a temporary one. It is not removed. */
  readonly keptIn?: string | null
  /** Further settings: `name=value`. */
  readonly settings?: readonly string[]
}

/**
 * Starts a private PostgreSQL server, on loopback and a free port, in a temporary folder. When `stop` is called or this
 * process ends, also by Ctrl-C, the server ends and the folder is removed.
 */
export function startPostgres({
  isDurable = false,
  keptIn = null,
  settings = [],
}: PostgresOptions = {}): Promise<PrivatePostgres> {
  // A linguistic collation, as real installations have, so that an order that is only bytewise fails.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en']
  return startServer(
    'initdb',
    ['-U', 'postgres', '--auth=trust', '--no-sync', ...locale],
    [...(isDurable ? [] : FAST), ...settings],
    keptIn,
  )
}

/** Starts a streaming replica of another server. It ends in the same way. */
export function startReplica(primary: PrivatePostgres): Promise<PrivatePostgres> {
  const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
  return startServer('pg_basebackup', [...source, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'], ['fsync=off'])
}

/** @param maker the program that creates the data directory, which `-D` names */
async function startServer(
  maker: string,
  flags: readonly string[],
  extra: readonly string[],
  keptIn: string | null = null,
): Promise<PrivatePostgres> {
  const bin = findPostgresBin()
  if (bin === null) throw new Error('PostgreSQL is not installed (no initdb found)')
  const account = unprivilegedAccount()
  if (keptIn !== null) mkdirSync(keptIn, { recursive: true })
  const folder = keptIn ?? mkdtempSync(join(tmpdir(), 'quack-postgres-'))
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  try {
    if (!existsSync(join(data, 'PG_VERSION')))
      await promisify(execFile)(join(bin, maker), ['-D', data, ...flags], { ...account, cwd: folder })
  } catch (error) {
    if (keptIn === null) rmSync(folder, { recursive: true, force: true })
    throw error
  }
  const port = await freePort()

  let isStopped = false
  function stopNow(): void {
    if (isStopped) return
    isStopped = true
    const how = keptIn === null ? 'immediate' : 'fast'
    const stop = ['stop', '-D', data, '-m', how, '-w']
    const { status } = spawnSync(join(bin ?? '', 'pg_ctl'), stop, { ...account, cwd: '/' })
    // Its directory may be gone: the run that has made it may end at the same signal.
    if (status !== 0) server.kill('SIGQUIT')
    if (keptIn === null) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  onEnd(stopNow)

  const where = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'max_connections=200']
  const settings = [...where, ...extra].flatMap((setting) => ['-c', setting])

  function launch(): ChildProcess {
    // In another process group than the terminal's, so that Ctrl-C does not end it while tests still clean up.
    const options: SpawnOptions = { ...account, cwd: folder, detached: true, stdio: ['ignore', 'ignore', 'pipe'] }
    const launched = spawn(join(bin ?? '', 'postgres'), ['-D', data, ...settings], options)
    launched.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4_000)
    })
    launched.unref()
    return launched
  }

  let log = ''
  let server = launch()
  let isKilled = false
  async function start(): Promise<void> {
    const deadline = Date.now() + START_MS
    while (spawnSync(join(bin ?? '', 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status !== 0) {
      const hasEnded = server.exitCode !== null || server.signalCode !== null
      if (Date.now() > deadline || (hasEnded && !isKilled)) {
        stopNow()
        throw new Error(`PostgreSQL did not start:\n${log}`)
      }
      // After a kill, processes of the earlier server may hold its shared memory for a moment.
      if (hasEnded) server = launch()
      await sleep(50)
    }
    isKilled = false
  }

  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    folder,
    start,
    async kill(signal = 'SIGKILL') {
      isKilled = true
      // Without it, a process that waits for nothing else would end before the server.
      server.ref()
      // Its backends share its standard error, so `close` is emitted when the last of them has ended.
      const ended = once(server, 'close')
      server.kill(signal)
      await ended
    },
    stop: async () => stopNow(),
  }
}

/** PostgreSQL refuses to run as root. Its package creates an account for it. */
function unprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
