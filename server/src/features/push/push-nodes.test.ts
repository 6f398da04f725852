import { describe, expect } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { follow, like } from '../../../test/blocks.ts'
import { createClient } from '../../../test/client.ts'
import { ENGINE } from '../../../test/database.ts'
import { signUp, type TestMember, writePost } from '../../../test/members.ts'
import { signInAgain, subscribeDevice, titlesOf } from '../../../test/push.ts'
import { test as base } from '../../../test/push-fixtures.ts'
import { buildApp } from '../../app.ts'
import { claimDevices, listWaiting } from './push-claims.queries.ts'
import { CLAIM_MS } from './push-delivery.ts'

const MINUTE = 60_000
const MEMBERS = 5
const POSTS = 4
/** SQLite has one process. */
const NODES = ENGINE === 'postgres' ? 3 : 1

const test = base
  /** Starts another node of the installation, or the only one again. */
  .extend('startNode', ({ ownApp }) => async () => {
    const db = ENGINE === 'postgres' ? await ownApp.database.reopen() : ownApp.db
    const app = await buildApp({ ...ownApp.dependencies, db })
    await app.ready()
    return {
      as: ({ token }: TestMember) => createClient(app, token),
      async close() {
        await app.close()
        if (db !== ownApp.db) await db.close()
      },
    }
  })
  .extend('pair', async ({ ownApp }) => ({ ann: await signUp(ownApp), bob: await signUp(ownApp) }))

/** The sessions of the devices that wait. */
const waitingIn = async ({ db }: TestApp, now: number) =>
  (await listWaiting(db.read, { now, except: [], services: [], limit: 10 })).map(({ key }) => key)

describe('several nodes', () => {
  test('send each message once', async ({ ownApp, startNode, clock, service }) => {
    const nodes = await Promise.all(Array.from({ length: NODES - 1 }, startNode))
    const liker = await signUp(ownApp)
    const likers = [liker, ...nodes.map((node) => ({ ...liker, ...node.as(liker) }))]
    const members = await Promise.all(Array.from({ length: MEMBERS }, () => signUp(ownApp)))
    const devices = await Promise.all(
      members.map(async (member) => [
        await subscribeDevice(service, member),
        await subscribeDevice(service, await signInAgain(ownApp, member.username)),
      ]),
    )
    const posts = await Promise.all(members.flatMap((member) => Array.from({ length: POSTS }, () => writePost(member))))
    await Promise.all(
      posts.map(async ({ _id }, index) => {
        await like(likers[index % likers.length] as TestMember, _id)
        // All nodes look at the same time.
        clock.advance(1)
      }),
    )
    const counts = () => devices.flat().map((device) => device.messages.length)
    await expect.poll(counts).toEqual(Array(2 * MEMBERS).fill(POSTS))
    // A claim that expires before its last message is stored would be taken over, and the message sent again.
    await expect.poll(() => waitingIn(ownApp, clock.now() + CLAIM_MS)).toEqual([])
    clock.advance(CLAIM_MS)
    await expect.poll(() => waitingIn(ownApp, clock.now())).toEqual([])
    expect(counts()).toEqual(Array(2 * MEMBERS).fill(POSTS))
    expect(devices.flat().map((device) => device.requests)).toEqual(counts())
    expect(service.problems).toEqual([])
    for (const node of nodes) await node.close()
  })
})

describe('after a restart', () => {
  test('what was not sent is sent, once', async ({ ownApp, startNode, clock, service, pair: { ann, bob } }) => {
    const device = await subscribeDevice(service, ann)
    device.answer({ status: 503 })
    await follow(bob, ann)
    await expect.poll(() => device.requests).toBe(1)
    await ownApp.app.close()
    device.answer({ status: 201 })
    clock.advance(MINUTE)
    const node = await startNode()
    await expect.poll(() => titlesOf(device)).toEqual([expect.stringContaining('followed you')])
    await expect.poll(() => waitingIn(ownApp, clock.now())).toEqual([])
    await node.close()
    expect(device.requests).toBe(2)
  })

  test('what a dead node has claimed is sent, once the claim has expired', async ({
    ownApp,
    startNode,
    clock,
    service,
    pair: { ann, bob },
  }) => {
    const [device, other] = [await subscribeDevice(service, ann), await subscribeDevice(service, bob)]
    device.answer({ status: 503 })
    await follow(bob, ann)
    await expect.poll(() => device.requests).toBe(1)
    await ownApp.app.close()
    device.answer({ status: 201 })
    clock.advance(MINUTE)
    const keys = await waitingIn(ownApp, clock.now())
    const claim = { keys, now: clock.now(), until: clock.now() + CLAIM_MS }
    expect(await ownApp.db.write((transaction) => claimDevices(transaction, claim))).toHaveLength(1)
    const node = await startNode()
    await follow({ ...ann, ...node.as(ann) }, bob)
    await expect.poll(() => other.messages.length).toBe(1)
    expect(device.requests).toBe(1)
    clock.advance(CLAIM_MS)
    await expect.poll(() => device.messages.length).toBe(1)
    await node.close()
    expect(device.requests).toBe(2)
  })
})
