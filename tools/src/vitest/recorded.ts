import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { ServerTests } from './server-tests.ts'

/** What the tests of this run have recorded for the checks at its end (engine.ts). */

const directory = inject('answersDirectory')
const serverTests = inject('serverTests')

/** Why this run cannot show everything on this engine; null if it can. */
export function whyIncomplete(engine: keyof ServerTests): string | null {
  const files = new Set(linesOf([`${engine}.files`]))
  if (!serverTests[engine].every((file) => files.has(file))) return `some files were not run on ${engine}`
  const skipped = linesOf([`${engine}.skipped`])
  return skipped.length === 0 ? null : `skipped on ${engine}: ${skipped.join(', ')}`
}

export function linesOf(names: readonly string[]): string[] {
  const files = names.map((name) => join(directory, name)).filter((file) => existsSync(file))
  return files.flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean))
}
