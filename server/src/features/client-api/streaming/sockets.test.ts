import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { pingOf } from './sockets.ts'

test('a connection ends if it does not answer in time, not because it is asked twice at once', () => {
  vi.useFakeTimers()
  const socket = Object.assign(new EventEmitter(), { ping: vi.fn(), terminate: vi.fn() })
  const ping = pingOf(socket as unknown as Parameters<typeof pingOf>[0])
  ping()
  ping()
  expect([socket.ping.mock.calls.length, socket.terminate.mock.calls.length]).toEqual([1, 0])
  vi.advanceTimersByTime(10_000)
  socket.emit('pong')
  ping()
  vi.advanceTimersByTime(10_000)
  ping()
  expect([socket.ping.mock.calls.length, socket.terminate.mock.calls.length]).toEqual([2, 1])
  vi.useRealTimers()
})
