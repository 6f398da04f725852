import { createRandom } from '@quack/testing/random'
import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { ENGINE } from '../database.ts'
import { test as base } from '../fixtures.ts'
import { createBases, type FuzzRequest } from './bases.ts'
import { allBroken } from './broken-http.ts'
import { chooseRequest, judge, show } from './fuzz.ts'
import { sendBytes } from './sockets.ts'

// A fixed seed, so that a new failure is caused by a change. `npm run test:fuzz` draws others, and measures the memory.
const SEED = 1
const REQUESTS = ENGINE === 'sqlite' ? 600 : 150

const test = base
  .extend('bases', { scope: 'file' }, ({ app }) => createBases(app))
  .extend('send', ({ app }) => async ({ method, url, headers, body }: FuzzRequest) => {
    const options: InjectOptions = { method: method as 'GET', url, headers, ...(body !== null && { payload: body }) }
    const answer = await app.app.inject(options)
    return { status: answer.statusCode, contentType: String(answer.headers['content-type']), body: answer.body }
  })

test(`${REQUESTS} bad requests get valid refusals`, async ({ bases, send }) => {
  const random = createRandom(SEED)
  const problems: string[] = []
  for (let count = 0; count < REQUESTS; count++) {
    const request = chooseRequest(random, bases)
    const problem = judge(request, await send(request))
    if (problem !== null) problems.push(`${problem}: ${show(request)}`)
  }
  expect(problems).toEqual([])
})

test('bytes that are not HTTP get valid refusals too', async ({ address }) => {
  const port = Number(new URL(address).port)
  for (const { what, bytes } of allBroken(createRandom(SEED))) {
    const answer = await sendBytes(port, bytes)
    expect(judge({ endpoint: 'listPosts', method: 'GET', verdict: 'refused' }, answer), what).toBeNull()
  }
})
