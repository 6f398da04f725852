import type { ParseArgsConfig } from 'node:util'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'

export interface CommandContext {
  readonly db: Database
  readonly config: Config
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
}

/** One word of the admin command line. */
export interface Command {
  readonly name: string
  /** The names of its arguments, all of them needed. */
  readonly args: readonly string[]
  readonly options: NonNullable<ParseArgsConfig['options']>
  /** For the help, each option's line beside it. */
  readonly summary: string
  readonly help: Readonly<Record<string, string>>
  /** @returns what to print. @throws CommandError, AppError */
  run(context: CommandContext): Promise<string>
}

/** What the operator asked for cannot be done; the message says why. */
export class CommandError extends Error {}

/** How a command is called wrongly. */
export class UsageError extends Error {}
