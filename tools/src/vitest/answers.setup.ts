import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { patient } from '@quack/testing/patience'
import type { TestProject } from 'vitest/node'
import { type Part, queryParts } from './query-parts.ts'
import { type ServerTests, serverTests } from './server-tests.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which this run records what its tests have seen. */
    answersDirectory: string
    /** The files of the server's tests at the start of the run. */
    serverTests: ServerTests
    /** What has to run on PostgreSQL. */
    queryParts: Part[]
    /** How long the fixtures of a test or file may take to end, in milliseconds. */
    fixtureTimeout: number
  }
}

/**
 * Creates the folder in which the server's tests record what the checks at the end of the run look at (engine.ts).
 * Tells all tests how long their fixtures may take to end (hangs.setup.ts).
 */
export default function setup(project: TestProject): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'quack-answers-'))
  project.provide('answersDirectory', directory)
  project.provide('fixtureTimeout', patient(60_000))
  project.provide('serverTests', serverTests())
  project.provide('queryParts', queryParts())
  return () => rmSync(directory, { recursive: true, force: true })
}
