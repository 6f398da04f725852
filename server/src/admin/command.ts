import type { ParseArgsConfig } from 'node:util'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'

export interface CommandContext {
  readonly db: Database
  readonly config: Config
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
}

/** A command of the admin command line. */
export interface Command {
  readonly name: string
  /** The names of its arguments. All of them are required. */
  readonly args: readonly string[]
  readonly options: NonNullable<ParseArgsConfig['options']>
  /** For the help text, with a line for each option. */
  readonly summary: string
  readonly help: Readonly<Record<string, string>>
  /** @returns what to print. @throws CommandError, AppError */
  run(context: CommandContext): Promise<string>
}

/** The requested operation is not possible. The message says why. */
export class CommandError extends Error {}

/** A command was called with wrong arguments. */
export class UsageError extends Error {}
