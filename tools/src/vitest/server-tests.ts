import { globSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@quack/testing/run'

/** The files of the server's tests, by engine. */
export type ServerTests = Record<'sqlite' | 'postgres', string[]>

export const SERVER_TESTS = 'server/{src,test}/**/*.test.ts'
/** Tests of mechanisms that only PostgreSQL has. */
export const POSTGRES_ONLY = '**/postgres-*.test.ts'

/** Absolute paths of the files that each engine's project runs. */
export function serverTests(): ServerTests {
  return { sqlite: find([POSTGRES_ONLY]), postgres: find([]) }
}

function find(exclude: string[]): string[] {
  return globSync(SERVER_TESTS, { cwd: ROOT, exclude }).map((file) => join(ROOT, file))
}
