import { inject } from 'vitest'

// Tells the server's harness the engine of this project, whatever the shell that started the tests had set.
const databaseUrl = inject('databaseUrl')
if (databaseUrl === '') delete process.env.TEST_DATABASE_URL
else process.env.TEST_DATABASE_URL = databaseUrl
