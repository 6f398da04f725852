import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { buildApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config/config.ts'
import { DatabaseFailure, StartWarning } from './database/failure.ts'
import { DatabaseVersionError } from './database/migrations/migrate.ts'
import { openDatabase } from './database/open/open.ts'
import { seedDemo } from './features/demo/demo.seed.ts'
import { MAIL } from './features/mails/start-mails.ts'
import { findFfmpeg } from './features/media/conversion/ffmpeg.ts'
import { openMediaStore } from './features/media/store/open-store.ts'
import { MediaStoreError } from './features/media/store/s3-store.ts'
import { loadSecret } from './features/secrets/secret.ts'
import { createLoadGate } from './http/limits/load-gate.ts'
import { LOG_OPTIONS } from './http/server/log-options.ts'
import { collectGarbage, yieldToRequests } from './process/collect-garbage.ts'
import { claimDirectory } from './process/data-directory.ts'
import { asListenError, ListenError } from './process/listen-error.ts'
import { listenForStop, STOP_SIGNALS } from './process/stop-signals.ts'

/** How long a process that stops may take after the drain, in milliseconds: for requests in progress, and to close. */
const CLOSE_WITHIN = 10_000

/** Connections that the system may queue until they are accepted; its own limit may be lower. It drops more. */
const BACKLOG = 4_096

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The process edge: reads the environment, starts the server. */
async function main(): Promise<void> {
  const config = readConfig(process.env, 'server')
  const logger = createLogger(config)
  // Nodes on PostgreSQL may share the directory.
  const claim = 'file' in config.database ? claimDirectory(config.dataDir) : null
  if (claim?.isShared) {
    logger.warn(
      `another Quack server uses this DATA_DIR (${config.dataDir}); on SQLite only one may run, so please stop one`,
    )
  }
  const db = await openDatabase(config.database, (error) => {
    if (error instanceof StartWarning) logger.error(error.message)
    else logger.warn({ err: error }, 'lost a database connection')
  })
  const media = await openMediaStore(config.dataDir, config.s3)
  if (config.demo && (await seedDemo(db, media, logger))) logger.info('filled this empty installation with the demo')

  let isLeaving = false
  const shared = config.redisUrl === null ? null : await connectRedis(config.redisUrl, logger)
  const app = await buildApp({
    db,
    media,
    ffmpeg: findFfmpeg(),
    secret: await loadSecret(config.secretKey, config.dataDir),
    logger,
    version: await readVersion(),
    guestLogin: config.demo,
    clientApi: config.clientApi,
    rateLimits: config.rateLimits,
    redis: shared?.redis ?? null,
    trustProxy: config.trustProxy,
    loadGate: createLoadGate(),
    isLeaving: () => isLeaving,
    metricsToken: config.metricsToken,
    webDirectory: join(root, 'web/dist'),
    publicUrl: config.publicUrl,
    mail: config.mail && { ...MAIL, location: config.mail, isConfirmationRequired: config.isEmailRequired },
    contact: config.contact,
    linkCards: config.linkCards,
    locale: config.locale,
    outside: config.readsPrivateAddresses ? { isAllowed: () => true } : {},
    push: { allowPrivateAddresses: config.pushToPrivateAddresses },
  })
  // Registered only now: a process that is stopped earlier has nothing to finish.
  const options = { delay: config.drainMs + CLOSE_WITHIN, logger, skip: [...STOP_SIGNALS] }
  const { close } = closeWithGrace(options, async ({ signal, err }) => {
    if (err) logger.fatal({ err }, 'stopping after an uncaught error')
    else if (signal) logger.info(`stopping on ${signal}`)
    isLeaving = true
    // Load balancers that poll /readyz stop sending requests before the first connection is refused.
    if (!err) await sleep(config.drainMs)
    await app.close()
    await db.close()
    claim?.release()
    shared?.close()
    logger.info('stopped')
  })
  const stopAtOnce = (signal: string) => {
    logger.error(`${signal} while stopping, exiting`)
    process.exit(1)
  }
  listenForStop(process, {
    stop(signal) {
      // After an uncaught error.
      if (isLeaving) return stopAtOnce(signal)
      logger.info(`stopping on ${signal}`)
      close()
    },
    stopAtOnce,
  })
  await app.ready()
  collectGarbage()
  yieldToRequests()
  const address = await app
    .listen({ host: config.host, port: config.port, backlog: BACKLOG })
    .catch((error: unknown) => {
      throw asListenError(error)
    })
  // Printed for people at every log level.
  process.stdout.write(`Quack is ready: ${config.publicUrl ?? address}\n`)
}

/** The Redis client needs 10 MB, so it is only loaded if it is configured. */
async function connectRedis(url: string, logger: FastifyBaseLogger) {
  const { openRedis } = await import('./redis/redis.ts')
  return openRedis(url, logger)
}

function createLogger(config: Config) {
  const isForPeople = process.stdout.isTTY === true
  return pino({
    level: config.logLevel,
    ...LOG_OPTIONS,
    ...(isForPeople
      ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } } }
      : null),
  })
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}

try {
  await main()
} catch (error) {
  process.stderr.write(`Quack could not start. ${describe(error)}\n`)
  // 2: wrong configuration, or a database of another version; 1: anything else.
  process.exit(error instanceof ConfigError || error instanceof DatabaseVersionError ? 2 : 1)
}

/** Only the message of errors that the operator can solve; the stack of all others. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isTold =
    error instanceof ConfigError ||
    error instanceof DatabaseVersionError ||
    error instanceof ListenError ||
    error instanceof MediaStoreError ||
    (error instanceof DatabaseFailure && error.kind === 'locked')
  if (isTold) return error.message
  return error.stack ?? error.message
}
