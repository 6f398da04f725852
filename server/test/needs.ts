import { describe } from 'vitest'
import { missing, type PartName } from '../../tools/src/system.ts'

/** A suite that needs a part of the machine. Without it, it is skipped, and its title says why. */
export function describeWith(part: PartName, title: string, suite: () => void): void {
  describeUnless(missing(part), title, suite)
}

/** @param reason why the suite cannot run here; null where it can */
export function describeUnless(reason: string | null, title: string, suite: () => void): void {
  if (reason === null) describe(title, suite)
  else describe.skip(`${title} (${reason})`, suite)
}
