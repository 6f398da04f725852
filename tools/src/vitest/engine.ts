import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject } from 'vitest'

// Tells the server's harness the engine of this project, whatever the shell that started the tests had set.
const databaseUrl = inject('databaseUrl')
if (databaseUrl === '') delete process.env.TEST_DATABASE_URL
else process.env.TEST_DATABASE_URL = databaseUrl

process.env.TEST_DATABASE_TEMPLATE = inject('databaseTemplate')

// And where an S3-compatible store is, in the project that keeps media there.
const s3 = inject('s3')
if (s3 === null) delete process.env.TEST_S3
else process.env.TEST_S3 = JSON.stringify(s3)

// Tells the check at the end of the run (every-answer.check.ts) which files have run on which engine.
const files = join(inject('answersDirectory'), databaseUrl === '' ? 'sqlite.files' : 'postgres.files')
appendFileSync(files, `${expect.getState().testPath}\n`)
// And where to write down what the API answered (answers.setup.ts).
process.env.TEST_ANSWERS_DIRECTORY = inject('answersDirectory')
