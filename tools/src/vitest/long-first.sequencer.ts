import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** The slowest files, as `npm test` lists them. Most of them start many processes. */
export const LONG = [
  'server/test/process.test.ts',
  'server/test/process.configuration.test.ts',
  'server/test/media-files.test.ts',
  'server/src/features/media/intake/kills.test.ts',
  'server/src/admin/quack.test.ts',
  'server/test/oracle/oracle.test.ts',
  'server/src/features/media/conversion/conversions.test.ts',
  'server/src/backup/backup.test.ts',
  'server/test/crash/crash.test.ts',
  'server/src/features/demo/demo.seed.test.ts',
  'server/test/fuzz/fuzz.test.ts',
  'server/test/postgres-nodes.test.ts',
]

/**
 * Starts the long files of each project first: a long file that starts last runs alone at the end. Vitest itself orders
 * by duration only from the second run on, when it knows the durations.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = Map.groupBy(sorted, ({ project }) => project.name)
    return [...projects.values()].flatMap((group) => [
      ...group.filter(isLong).toSorted((a, b) => placeOf(a) - placeOf(b)),
      ...group.filter((file) => !isLong(file)),
    ])
  }
}

function isLong(file: TestSpecification): boolean {
  return placeOf(file) !== -1
}

function placeOf({ moduleId }: TestSpecification): number {
  return LONG.findIndex((name) => moduleId.endsWith(name))
}
