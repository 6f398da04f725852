import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from '@quack/testing/server-process'
import { runSet, SET } from './run-set.ts'
import { signUpAt } from './sign-up-at.ts'

/** `npm run test:media`: the set of files against a server of its own, with exact limits and every figure. */

const MEMORY_MAX = 150 * 1_048_576
const DELAY_MAX = 100

const directory = await mkdtemp(join(tmpdir(), 'quack-files-'))
const server = startServerProcess({ DATA_DIR: directory, DEMO: 'off', LOG_LEVEL: 'error' })
const address = await server.ready
const results = await runSet({ pid: server.child.pid ?? 0, address, token: await signUpAt(address) }, SET, true)
server.child.kill('SIGTERM')
await server.ended
await rm(directory, { recursive: true })

const megabytes = (bytes: number) => Math.round(bytes / 1_048_576)
console.log('memory  delay   took  file')
for (const { name, problem, memory, delay, took } of results) {
  const figures = [
    `${megabytes(memory)} MB`.padStart(6),
    `${Math.round(delay)} ms`.padStart(6),
    `${Math.round(took)} ms`.padStart(7),
  ]
  console.log(`${figures.join(' ')}  ${name}${problem === '' ? '' : `\n        WRONG: ${problem}`}`)
}
const wrong = results.filter(({ problem, memory, delay }) => problem !== '' || memory > MEMORY_MAX || delay > DELAY_MAX)
const worst = (figure: 'memory' | 'delay') => Math.max(...results.map((result) => result[figure]))
console.log(
  `${results.length} files, ${wrong.length} not as they should; at most ${megabytes(worst('memory'))} MB more and ${Math.round(worst('delay'))} ms of waiting.`,
)
process.exit(wrong.length === 0 ? 0 : 1)
