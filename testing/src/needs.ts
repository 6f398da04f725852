import { appendFileSync } from 'node:fs'
import { describe } from 'vitest'
import { missing, type PartName } from './system.ts'

/** A suite that needs a part of the machine. It is skipped without that part, and its title says why. */
export function describeWith(part: PartName, title: string, suite: () => void): void {
  describeUnless(missing(part), title, suite)
}

/** @param reason why the suite cannot run here; null if it can */
export function describeUnless(reason: string | null, title: string, suite: () => void): void {
  if (reason === null) {
    describe(title, suite)
    return
  }
  describe.skip(`${title} (${reason})`, suite)
  // For the checks at the end of the run (tools/src/vitest/recorded.ts), which then lack what it shows.
  const file = process.env.TEST_SKIPPED_FILE
  if (file !== undefined) appendFileSync(file, `${title}\n`)
}
