import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { DatabaseVersionError, NoInstallationError, requireCurrent } from '../database/migrations/migrate.ts'
import { openDatabase } from '../database/open/open.ts'
import { LostWritesError } from '../database/sqlite/open-mark.ts'
import { sendNotices } from '../features/account-events/event-mails.ts'
import { MailQueue, setMailQueue } from '../features/mails/mail-queue.ts'
import { findSecret } from '../features/secrets/secret.ts'
import { AppError } from '../http/errors/errors.ts'
import { createLanguages } from '../locale/languages.ts'
import { type Command, CommandError, UsageError } from './command.ts'
import { MAIL_COMMANDS } from './mail.commands.ts'
import { MEMBER_COMMANDS } from './member.commands.ts'
import { OTHER_COMMANDS } from './other.commands.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface CommandResult {
  /** 0: done; 2: wrong arguments or configuration; 1: anything else. */
  readonly code: 0 | 1 | 2
  readonly output: string
}

const COMMANDS: readonly Command[] = [...MEMBER_COMMANDS, ...MAIL_COMMANDS, ...OTHER_COMMANDS]

/** Runs a command line of the admin. It works on the database, with or without a running server. */
export async function runCommand(args: readonly string[], env: Environment): Promise<CommandResult> {
  try {
    return { code: 0, output: await run(args, env) }
  } catch (error) {
    const isWrongUsage = error instanceof UsageError
    const isExpected =
      isWrongUsage ||
      error instanceof CommandError ||
      error instanceof AppError ||
      error instanceof ConfigError ||
      error instanceof LostWritesError ||
      error instanceof NoInstallationError ||
      error instanceof DatabaseVersionError
    const message = isExpected ? error.message : String((error as Error).stack)
    return {
      code: isWrongUsage || error instanceof ConfigError ? 2 : 1,
      output: isWrongUsage ? `${message}\nnpm run quack -- help lists the commands.` : message,
    }
  }
}

async function run([name, ...rest]: readonly string[], env: Environment): Promise<string> {
  if (name === undefined || name === 'help' || name === '--help') return help()
  const command = COMMANDS.find((each) => each.name === name)
  if (!command) throw new UsageError(`There is no command ${name}.`)
  const { args, options } = parse(command, rest)
  const config = readConfig(env, 'tool')
  const db = await open(config)
  try {
    await queueMails(db, config)
    return await command.run({ db, config, args, options })
  } finally {
    await db.close()
  }
}

function parse(command: Command, rest: readonly string[]) {
  const { values, positionals } = parseAll(command, rest)
  if (positionals.length === command.args.length)
    return { args: positionals, options: values as Record<string, string> }
  throw new UsageError(`${command.name} takes ${command.args.join(' ') || 'no arguments'}.`)
}

function parseAll(command: Command, rest: readonly string[]) {
  try {
    return parseArgs({ args: [...rest], options: command.options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Opens an existing installation: a wrong DATA_DIR must not create a new, empty one. */
async function open(config: Config): Promise<Database> {
  if ('file' in config.database && !existsSync(config.database.file)) {
    throw new CommandError(`There is no Quack in ${config.dataDir}. Is DATA_DIR the server's?`)
  }
  return openDatabase(config.database, () => undefined, requireCurrent)
}

/** Commands queue mails as the server does, which sends them. */
async function queueMails(db: Database, config: Config): Promise<void> {
  const { mail, publicUrl, secretKey, dataDir } = config
  if (mail === null || publicUrl === null) return
  const secret = await findSecret(secretKey, dataDir)
  // The server could not read them.
  if (secret === null) return
  setMailQueue(
    db,
    new MailQueue({ db, secret, publicUrl, now: Date.now, languages: createLanguages({ locale: config.locale }) }),
  )
  sendNotices(db)
}

function help(): string {
  const lines = COMMANDS.flatMap(({ name, args, summary, help }) => [
    `  ${[name, ...args].join(' ').padEnd(26)}${summary}`,
    ...Object.entries(help).map(([option, text]) => `    ${option.padEnd(24)}${text}`),
  ])
  const configuration = 'DATA_DIR and DATABASE_URL select the installation, as for the server.'
  return ['npm run quack -- COMMAND', '', ...lines, '', configuration].join('\n')
}
