import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { test } from '../../../test/sqlite-file.ts'
import type { Connection } from '../database.ts'
import { createIdSource } from '../ids.ts'
import { untilIdle } from './queue.ts'
import { openSqlite } from './sqlite.ts'

const BACKGROUND = { isBackground: true }

const put = (key: string) => (transaction: Connection) =>
  transaction.insertInto('settings').values({ key, value: '' }).execute()

test('a background write comes after the others, in a commit of its own', async ({ db }) => {
  const { commits_total: before = 0 } = db.stats()
  const order: string[] = []
  const write = (key: string, options = {}) => db.write(put(key), options).then(() => order.push(key))
  await Promise.all([write('background', BACKGROUND), write('first'), write('second')])
  expect(order).toEqual(['first', 'second', 'background'])
  expect(db.stats().commits_total).toBe(before + 2)
})

test('a background write does not wait for ever if there is always another one', async ({ db }) => {
  let isDone = false
  const others: Promise<unknown>[] = []
  const keepWriting = (count: number) => {
    const work = async (transaction: Connection) => {
      await put(`other ${count}`)(transaction)
      if (!isDone) keepWriting(count + 1)
    }
    others.push(db.write(work))
  }
  keepWriting(1)
  await db.write(put('background'), BACKGROUND)
  isDone = true
  for (const other of others) await other
  await expect(db.write(put('background'))).rejects.toThrow('UNIQUE')
})

test('a background write that fails does not affect the others', async ({ db }) => {
  const background = db.write(async (transaction) => {
    await put('undone')(transaction)
    throw new Error('The index is broken.')
  }, BACKGROUND)
  await Promise.all([db.write(put('usual')), expect(background).rejects.toThrow('The index is broken.')])
  await expect(db.write(put('usual'))).rejects.toThrow('UNIQUE')
  await db.write(put('undone'))
})

test('only the commits of background writes do not wait for the disk', async ({ file }) => {
  const program = `
    const { openSqlite } = await import('${new URL('./sqlite.ts', import.meta.url)}')
    const { createIdSource } = await import('${new URL('../ids.ts', import.meta.url)}')
    const { sql } = await import('kysely')
    const db = await openSqlite('${file}', createIdSource(1))
    const write = (options) => db.write(async (transaction) => {
      const { rows } = await sql\`pragma synchronous\`.execute(transaction)
      return rows[0].synchronous
    }, options)
    const background = { isBackground: true }
    const values = [await write(), await write(background), await write(background), await write()]
    values.push(...await Promise.all([write(background), write()]))
    await db.close()
    console.log(JSON.stringify(values))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  const [NORMAL, FULL] = [1, 2]
  expect(JSON.parse(stdout)).toEqual([FULL, NORMAL, NORMAL, FULL, NORMAL, FULL])
})

test('a database that is closed commits background writes first', async ({ db, file }) => {
  const background = db.write(put('background'), BACKGROUND)
  await db.close()
  await background
  const opened = await openSqlite(file, createIdSource(1))
  await expect(opened.write(put('background'))).rejects.toThrow('UNIQUE')
  await opened.close()
})

const ROUND_TRIPS = 50

/** Sends a byte there and back, so that each turn of the event loop finds one. */
async function playPingPong(onReturn: () => void): Promise<void> {
  const server = createServer((socket) => socket.on('data', (byte) => socket.write(byte)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address() as { port: number }
  const socket: Socket = connect(address.port, '127.0.0.1')
  await once(socket, 'connect')
  let returns = 0
  socket.on('data', (byte) => {
    onReturn()
    if (++returns < ROUND_TRIPS) socket.write(byte)
    else socket.end()
  })
  socket.write('.')
  await once(socket, 'close')
  server.close()
}

/** @returns how often the byte had come back when the wait, begun after the first time, was over */
async function waitDuringGame(isOver: () => boolean): Promise<number> {
  let returns = 0
  const begun = Promise.withResolvers<void>()
  const game = playPingPong(() => {
    returns++
    begun.resolve()
  })
  await begun.promise
  await untilIdle(() => false, isOver)
  const seen = returns
  await game
  return seen
}

test('waits while each turn of the event loop finds something', async () => {
  expect(await waitDuringGame(() => false)).toBe(ROUND_TRIPS)
})

test('waits no longer than it is told', async () => {
  expect(await waitDuringGame(() => true)).toBeLessThan(ROUND_TRIPS)
})
