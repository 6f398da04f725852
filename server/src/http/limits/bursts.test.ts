import { Agent } from 'node:http'
import { expect } from 'vitest'
import { createClient } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { signUp } from '../../../test/members.ts'
import { askOver } from '../../../test/network.ts'
import { createCaches } from '../../caches.ts'
import { createLoadGate, type LoadGate } from './load-gate.ts'

const MEMBERS = 100
const BURSTS = 3
/** Times of a slow machine on the gate's clock, in milliseconds: to admit a request, and to answer it in a burst. */
const SLOW = { request: 5, answer: 500 } as const

/** The server's gate with the clock of a slow machine, so that the speed of this one does not matter. */
function createSlowGate(): LoadGate {
  let now = 0
  const gate = createLoadGate()
  return {
    admit() {
      now += SLOW.request
      return gate.admit(now)
    },
    isLate: () => gate.isLate(now),
    begin: gate.begin,
    pause: gate.pause,
    resume: gate.resume,
    end: () => gate.end(SLOW.answer, now),
    get state() {
      return gate.state
    },
  }
}

const test = base
  .extend('options', { scope: 'file' }, () => ({ loadGate: createSlowGate(), createCaches }))
  .extend('members', { scope: 'file' }, async ({ app, address }, { onCleanup }) => {
    const agent = new Agent({ keepAlive: true })
    onCleanup(() => agent.destroy())
    const network = askOver(() => address, agent)
    const signedUp = await Promise.all(Array.from({ length: MEMBERS }, () => signUp(app)))
    return signedUp.map(({ token }) => createClient(network, token))
  })

test('concurrent posts by 100 members are accepted, three times in a row, and answered with the newest page', async ({
  app,
  members,
}) => {
  for (let burst = 0; burst < BURSTS; burst++) {
    const payload = { postData: { content: `burst ${burst}` } }
    const answers = await Promise.all(
      members.map((member) => member.send({ method: 'POST', url: '/api/posts', payload })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(MEMBERS).fill(201))
    const [first] = answers.map(({ body }) => (body as { posts: unknown[] }).posts)
    expect(first?.length).toBeGreaterThan(0)
  }
  expect(app.dependencies.loadGate?.state).toMatchObject({ underWay: 0, refused: 0 })
})
