import { appendFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, inject } from 'vitest'
import { hasEngine } from './server-tests.ts'

// Sets the engine of this project for the server's harness, whatever the environment says.
const databaseUrl = inject('databaseUrl')
if (databaseUrl === '') delete process.env.TEST_DATABASE_URL
else process.env.TEST_DATABASE_URL = databaseUrl

process.env.TEST_DATABASE_TEMPLATE = inject('databaseTemplate')

// The S3-compatible store, in the project that keeps media there.
const s3 = inject('s3')
if (s3 === null) delete process.env.TEST_S3
else process.env.TEST_S3 = JSON.stringify(s3)

// Records for the check at the end of the run (every-answer.check.ts) which files ran on which engine.
const directory = inject('answersDirectory')
const engine = databaseUrl === '' ? 'sqlite' : 'postgres'
const file = String(expect.getState().testPath)
const engines = hasEngine(file) ? [engine] : ['sqlite', 'postgres']
for (const each of engines) appendFileSync(join(directory, `${each}.files`), `${file}\n`)
// The files in which to record what the API answered (server/test/answers.ts), and what was skipped (testing/src/needs.ts).
process.env.TEST_ANSWERS_FILES = engines.map((each) => join(directory, `${each}.jsonl`)).join(delimiter)
process.env.TEST_SKIPPED_FILE = join(directory, `${engine}.skipped`)
