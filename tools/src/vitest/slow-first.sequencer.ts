import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** The slowest files, as `npm test` and `npm run test:long` list them. Most of them start processes. */
export const SLOW = [
  'server/test/media-files.long.test.ts',
  'server/test/process.long.test.ts',
  'server/src/features/media/intake/kills.long.test.ts',
  'server/test/crash/crash.long.test.ts',
  'server/src/features/media/conversion/conversions.test.ts',
  'server/test/media-files.test.ts',
  'server/src/backup/backup.long.test.ts',
  'server/test/process.test.ts',
  'server/test/oracle/oracle.test.ts',
  'server/test/postgres-nodes.test.ts',
  'server/src/features/demo/demo.seed.test.ts',
  'server/src/features/email-address/email-address.test.ts',
  'server/src/admin/quack.test.ts',
  'server/test/process.configuration.test.ts',
  'server/test/fuzz/fuzz.test.ts',
]

/**
 * Starts the slow files of each project first: a slow file that starts last runs alone at the end. Vitest itself orders
 * by duration only from the second run on, when it knows the durations.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = Map.groupBy(sorted, ({ project }) => project.name)
    return [...projects.values()].flatMap((group) => [
      ...group.filter(isSlow).toSorted((a, b) => placeOf(a) - placeOf(b)),
      ...group.filter((file) => !isSlow(file)),
    ])
  }
}

function isSlow(file: TestSpecification): boolean {
  return placeOf(file) !== -1
}

function placeOf({ moduleId }: TestSpecification): number {
  return SLOW.findIndex((name) => moduleId.endsWith(name))
}
