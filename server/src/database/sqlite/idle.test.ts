import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { untilIdle } from './idle.ts'

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
