import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { AppError } from '../errors/errors.ts'
import { HeavyReads } from './heavy-reads.ts'

const requestOf = (id: number, renewViewer = () => Promise.resolve(), socket = { destroyed: false }) =>
  ({ countedFrom: 0, viewer: { id }, renewViewer, raw: { socket } }) as unknown as FastifyRequest

test('members take turns, and what would wait too long is refused', async () => {
  const reads = new HeavyReads(1, null)
  const done: string[] = []
  const ask = (member: number, name: string) =>
    reads.run(requestOf(member), async () => {
      await new Promise((resolve) => setImmediate(resolve))
      done.push(name)
      return name
    })
  const many = Promise.allSettled(Array.from({ length: 130 }, (_, index) => ask(1, `many ${index}`)))
  const [one, two] = [ask(2, 'one'), ask(2, 'two')]
  expect(reads.state).toMatchObject({ waiting: 100, underWay: 1, refused: 31, done: 0 })
  expect(await one).toBe('one')
  expect(await two).toBe('two')
  // The first was under way already.
  expect(done).toEqual(['many 0', 'one', 'many 1', 'two'])
  expect((await many).filter(({ status }) => status === 'rejected')).toHaveLength(31)
  expect(await Promise.allSettled([ask(1, 'last')])).toMatchObject([{ status: 'fulfilled', value: 'last' }])
  expect(reads.state).toMatchObject({ waiting: 0, refused: 31, done: 102 })
})

test('whoever has waited is authenticated again', async () => {
  const reads = new HeavyReads(1, null)
  const over = async () => {
    throw new AppError('tokenInvalid')
  }
  const done: string[] = []
  const ask = (name: string) => reads.run(requestOf(1, over), async () => void done.push(name))
  const outcomes = await Promise.allSettled([ask('first'), ask('second')])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(done).toEqual(['first'])
})

test('nothing is read for a client that has left while it waited', async () => {
  const reads = new HeavyReads(1, null)
  const sockets = [{ destroyed: false }, { destroyed: false }, { destroyed: false }]
  const done: number[] = []
  const all = sockets.map((socket, index) => {
    const read = async () => {
      for (const each of sockets.slice(0, 2)) each.destroyed = true
      return done.push(index)
    }
    return reads.run(requestOf(1, undefined, socket), read)
  })
  const outcomes = await Promise.allSettled(all)
  expect(outcomes).toMatchObject([{ value: 1 }, { reason: { code: 'unavailable' } }, { value: 2 }])
  expect(done).toEqual([0, 2])
  expect(reads.state).toMatchObject({ waiting: 0, underWay: 0, refused: 0 })
})
