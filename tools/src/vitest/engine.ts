import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject } from 'vitest'

// Sets the engine of this project for the server's harness, whatever the environment says.
const databaseUrl = inject('databaseUrl')
if (databaseUrl === '') delete process.env.TEST_DATABASE_URL
else process.env.TEST_DATABASE_URL = databaseUrl

process.env.TEST_DATABASE_TEMPLATE = inject('databaseTemplate')

// The S3-compatible store, in the project that keeps media there.
const s3 = inject('s3')
if (s3 === null) delete process.env.TEST_S3
else process.env.TEST_S3 = JSON.stringify(s3)

// Records for the checks at the end of the run which files ran on which engine, what the API answered to them
// (server/test/answers.ts), which parts of the server ran (record-part.ts), and what was skipped
// (testing/src/needs.ts).
const directory = inject('answersDirectory')
const engine = databaseUrl === '' ? 'sqlite' : 'postgres'
appendFileSync(join(directory, `${engine}.files`), `${expect.getState().testPath}\n`)
process.env.TEST_ANSWERS_FILE = join(directory, `${engine}.jsonl`)
process.env.TEST_PARTS_FILE = join(directory, `${engine}.parts`)
process.env.TEST_SKIPPED_FILE = join(directory, `${engine}.skipped`)
