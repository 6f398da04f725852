import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { DatabaseVersionError, NoInstallationError } from '../database/migrations/migrate.ts'
import { LostWritesError } from '../database/sqlite/open-mark.ts'
import { MediaStoreError } from '../features/media/store/s3-store.ts'
import { BackupError } from './manifest.ts'

/**
 * The process edge of `npm run admin:backup` and `npm run admin:restore`: one option with a directory, the installation
 * from the environment, and the exit code.
 */
export async function runTool(
  name: 'backup' | 'restore',
  option: 'to' | 'from',
  work: (config: Config, directory: string) => Promise<string>,
): Promise<void> {
  try {
    const directory = readOption(option)
    if (directory === null) {
      process.stderr.write(`npm run admin:${name} -- --${option} DIRECTORY\n`)
      process.exitCode = 2
      return
    }
    process.stdout.write(`${await work(readConfig(process.env, 'tool'), directory)}\n`)
  } catch (error) {
    const isTold = TOLD.some((kind) => error instanceof kind)
    process.stderr.write(`The ${name} failed. ${isTold ? (error as Error).message : (error as Error).stack}\n`)
    process.exitCode = error instanceof ConfigError ? 2 : 1
  }
}

/** Errors that the operator can solve: their message is enough. */
const TOLD = [BackupError, ConfigError, DatabaseVersionError, LostWritesError, MediaStoreError, NoInstallationError]

function readOption(option: string): string | null {
  try {
    const { values } = parseArgs({ options: { [option]: { type: 'string' } } })
    const value = values[option]
    return typeof value === 'string' && value !== '' ? resolve(value) : null
  } catch {
    return null
  }
}
