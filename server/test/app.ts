import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { buildApp, type Dependencies } from '../src/app.ts'
import type { Database } from '../src/database/database.ts'
import { findFfmpeg } from '../src/features/media/conversion/ffmpeg.ts'
import type { MediaStore } from '../src/features/media/store/media-store.ts'
import { openMediaStore } from '../src/features/media/store/open-store.ts'
import { watchAnswers } from './answers.ts'
import { IS_BALANCED, startBalancedNodes } from './balanced.ts'
import { createCheckedAnswers } from './checked-answers.ts'
import { type Client, createClient } from './client.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import type { Asked } from './network.ts'
import { createTestBucket } from './s3.ts'

/** The parts of an installation that a test may use, in this process or elsewhere. */
export interface Installation {
  readonly app: Asked
  readonly db: Database
  readonly secret: string
  /** Whether each edit leaves a trace, because the clock of the server is ahead. */
  readonly isAhead?: boolean
  /** A client without a token. */
  readonly visitor: Client
  close(): Promise<void>
}

export interface TestApp extends Installation {
  readonly app: FastifyInstance
  /** The dependencies that it was built from. */
  readonly dependencies: Dependencies
  readonly database: TestDatabase
  readonly media: MediaStore
  /** The installation's directory. */
  readonly directory: string
}

const sameDatabase = (db: Database): Database => db

/** A fresh database and an empty directory. */
async function createPlace() {
  const directory = await mkdtemp(join(tmpdir(), 'quack-test-'))
  return { directory, database: await createTestDatabase(directory) }
}

/**
 * The whole server, as main.ts assembles it, except for the network.
 * @param watch wraps the app's database
 * @param place where its data are, which are removed at the end
 */
export async function startTestApp(
  options: Partial<Dependencies> = {},
  watch = sameDatabase,
  place: Pick<TestApp, 'directory' | 'database'> | null = null,
): Promise<TestApp> {
  const { directory, database } = place ?? (await createPlace())
  const media = await openMediaStore(directory, await createTestBucket())
  const watchedDb = options.db ?? watch(database.db)
  // Not in tests that inspect the caches or count requests.
  const isChecked = !options.createCaches && !options.rateLimits && !options.loadGate
  const checked = isChecked ? createCheckedAnswers(watchedDb) : null
  const dependencies: Dependencies = {
    media,
    ffmpeg: findFfmpeg(),
    secret: randomBytes(32).toString('hex'),
    // Prints the cause of a 500 in a test.
    logger: pino({ level: 'error' }),
    version: '0.0.0-test',
    guestLogin: false,
    rateLimits: null,
    webDirectory: join(directory, 'no-web'),
    publicUrl: null,
    // Requests are injected, so a stream without an end would never answer.
    events: { lifeMs: 0 },
    ...options,
    db: checked?.db ?? watchedDb,
  }
  const app = await buildApp(dependencies)
  const watched = watchAnswers(app)
  checked?.watch(app)
  await app.ready()
  // The nodes share one directory.
  const isPlain = Object.keys(options).every((name) => name === 'webDirectory') && watch === sameDatabase
  const balanced = IS_BALANCED && isPlain ? await startBalancedNodes(dependencies, database, directory) : null
  const asked: FastifyInstance = balanced ? Object.create(app, { inject: { value: balanced.inject } }) : app
  return {
    app: asked,
    dependencies,
    secret: dependencies.secret,
    db: database.db,
    database,
    media,
    directory,
    visitor: createClient(asked, null),
    async close() {
      await balanced?.close()
      await app.close()
      await database.drop()
      await rm(directory, { recursive: true, force: true })
      const watches = [watched, ...(balanced?.watches ?? [])]
      for (const each of watches) each.save()
      const { stale = [] } = checked ?? {}
      if (stale.length > 0) throw new Error(`Cached answers were wrong:\n${stale.join('\n')}`)
      const breaches = watches.flatMap((each) => each.breaches)
      if (breaches.length > 0) throw new Error(`The contract was broken:\n${breaches.join('\n')}`)
    },
  }
}
