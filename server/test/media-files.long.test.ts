import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeWith } from '@quack/testing/needs'
import { type ServerProcess, startServerProcess } from '@quack/testing/server-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLocation, type TestLocation } from './database.ts'
import { type Result, runSet, SET } from './media-files/run-set.ts'
import { signUpAt } from './media-files/sign-up-at.ts'

/** Maximum memory that a file may add to the server and its processes. */
const MEMORY_MAX = 150 * 1_048_576
/**
 * CPU time of the main thread per file, in milliseconds. Decoding one there takes longer. `npm run test:media` measures
 * how long requests wait.
 */
const MAIN_CPU_MAX = 2_000

describeWith('ffmpeg', 'a set of files, good and evil, sent to the real server', () => {
  let directory: string
  let place: TestLocation
  let server: ServerProcess
  let results: Result[]

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'quack-files-'))
    place = await createTestLocation(directory)
    server = startServerProcess({ ...place.env, DEMO: 'off', LOG_LEVEL: 'error' })
    const address = await server.ready
    results = await runSet({ pid: server.child.pid ?? 0, address, token: await signUpAt(address) }, SET, false)
  })
  afterAll(async () => {
    server.child.kill('SIGTERM')
    await server.ended
    await place.drop()
    await rm(directory, { recursive: true })
  })

  test('each has the expected outcome', () => {
    expect(results).toHaveLength(SET.length)
    expect(results.filter(({ problem }) => problem !== '').map(({ name, problem }) => `${name}: ${problem}`)).toEqual(
      [],
    )
  })

  test('none exceeds the memory limit', () => {
    expect(results.filter(({ memory }) => memory > MEMORY_MAX)).toEqual([])
  })

  test('none occupies the main thread', () => {
    expect(results.filter(({ mainCpu }) => mainCpu > MAIN_CPU_MAX)).toEqual([])
  })
})
