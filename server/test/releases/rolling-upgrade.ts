import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkOutOlder, NoOlderRelease } from '@quack/testing/older-commit'
import { startPostgres } from '@quack/testing/postgres'
import { NOT_RUN } from '@quack/testing/run'
import { openDatabase } from '../../src/database/open/open.ts'

/**
 * `npm run test:upgrade -- --older COMMIT`: a node of the last release runs while one of this commit migrates the
 * database of both, and then still answers every call of its own, reads and writes (docs/scaling.md, rolling restart).
 * While there is no release, the older node is of this commit too.
 */
const { values } = parseArgs({ options: { older: { type: 'string', default: '' } } })

function checkOut() {
  try {
    return checkOutOlder(values.older, () => 'HEAD')
  } catch (error) {
    if (!(error instanceof NoOlderRelease)) throw error
    console.log(`Not run: ${error.message}`)
    process.exit(NOT_RUN)
  }
}

const older = checkOut()
const postgres = await startPostgres()
try {
  console.log(`The older node is of ${older.commit}.`)
  const node = fork(join(older.root, 'server/test/releases/older-node.process.ts'), {
    execArgv: [],
    env: { ...process.env, TEST_DATABASE_URL: postgres.url },
  })
  const ended = once(node, 'exit').then(([code]) => Number(code ?? 1))
  const filled = once(node, 'message').then(([url]) => String(url))
  const url = await Promise.race([filled, ended])
  if (typeof url === 'string') {
    const db = await openDatabase({ url }, (error) => console.error(error))
    await db.close()
    node.send('migrated')
  }
  process.exitCode = await ended
  console.log(process.exitCode === 0 ? 'The older node answers every call.' : 'The older node has failed.')
} finally {
  await postgres.stop()
  older.remove()
}
