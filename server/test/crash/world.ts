import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PrivatePostgres } from '@quack/testing/postgres'
import type { Random } from '@quack/testing/random'
import { type ServerProcess, startServerProcess } from '@quack/testing/server-process'
import type { DatabaseLocation } from '../../src/database/open/open.ts'

/** A real server process with real data, and its database server if it has one. Both can be killed. */
export interface World {
  readonly place: DatabaseLocation
  /** The server's address. Resolves when all parts run. */
  whole(): Promise<string>
  /**
   * Waits until enough was written, then for a random time, kills one or both parts, and restarts them.
   * @returns what was killed
   */
  killOnce(random: Random, untilWritten: () => Promise<void>): Promise<string>
  /** Ends the server and keeps its data. */
  stop(): Promise<void>
  /** Ends everything and removes the data. */
  end(): Promise<void>
}

/** Maximum time until a kill, once enough was written, in milliseconds. */
const ALIVE_MS = 1_500

/** @param postgres a PostgreSQL server for this run; null for SQLite */
export async function createWorld(postgres: PrivatePostgres | null): Promise<World> {
  const directory = await mkdtemp(join(tmpdir(), 'quack-crash-'))
  const env = { DATA_DIR: directory, DEMO: 'off', LOG_LEVEL: 'fatal', ...(postgres && { DATABASE_URL: postgres.url }) }
  let server: ServerProcess = startServerProcess(env)
  let running: Promise<string> = server.ready

  async function killServer(): Promise<void> {
    server.child.kill('SIGKILL')
    await server.ended
  }

  async function startServer(): Promise<string> {
    server = startServerProcess(env)
    return server.ready
  }

  return {
    place: postgres ? { url: postgres.url } : { file: join(directory, 'quack.sqlite') },
    whole: () => running,
    async killOnce(random, untilWritten) {
      await running
      await untilWritten()
      await sleep(random.int(ALIVE_MS))
      const what = postgres === null ? 'server' : random.pick(['server', 'database', 'both'])
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      running = promise
      // Those who await `whole` get the error.
      promise.catch(() => undefined)
      try {
        if (what !== 'database') await killServer()
        if (what !== 'server') {
          await postgres?.kill()
          await postgres?.start()
        }
        // A server that has lost its database reconnects by itself.
        resolve(what === 'database' ? await server.ready : await startServer())
      } catch (error) {
        reject(error)
        throw error
      }
      return what
    },
    // Killed and not stopped, so that a graceful stop cannot complete anything.
    stop: killServer,
    async end() {
      await running.catch(() => undefined)
      await killServer()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
