import type { ParseArgsConfig } from 'node:util'
import type { Config } from '../config/config.ts'
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
  /** For the help text. */
  readonly summary: string
  /** Further lines of the help text: what an option or an argument means. */
  readonly help: Readonly<Record<string, string>>
  /** @returns what to print. @throws UsageError, CommandError, AppError */
  run(context: CommandContext): Promise<string>
}

/** The most rows that a list prints. */
const LIMIT_MAX = 10_000

/** The value of an option `--limit`. @throws UsageError */
export function readLimit(value: unknown): number {
  const limit = /^\d{1,5}$/.test(String(value)) ? Number(value) : 0
  if (limit < 1 || limit > LIMIT_MAX) throw new UsageError(`--limit must be a whole number from 1 to ${LIMIT_MAX}.`)
  return limit
}

/** A text of somebody else in one line: a terminal obeys control characters, and some others reorder what is read. */
export function printable(text: string): string {
  return text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
}

/** The requested operation is not possible. The message says why. */
export class CommandError extends Error {}

/** A command was called with wrong arguments. */
export class UsageError extends Error {}
