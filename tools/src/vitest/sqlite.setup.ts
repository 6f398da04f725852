import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../../server/src/database/open/open.ts'

/** Creates the migrated database file that the tests on SQLite copy. */
export default async function setup(project: TestProject): Promise<() => void> {
  const directory = mkdtempSync(join(tmpdir(), 'quack-template-'))
  const file = join(directory, 'template.sqlite')
  const db = await openDatabase({ file }, (error) => console.error(error))
  await db.close()
  project.provide('databaseTemplate', file)
  return () => rmSync(directory, { recursive: true, force: true })
}
