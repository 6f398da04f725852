import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { readEvents } from './read-events.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a stream with a broken event has failed, and its connection is closed', async () => {
  const answered = Promise.withResolvers<ServerResponse>()
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: posts\ndata: {\n\n')
    answered.resolve(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // In a page, addresses are relative to its own.
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => fetch(new URL(path, address), options))
  const listener = { event: () => undefined, eventId: () => undefined, retry: () => undefined }
  const closed = answered.promise.then((response) => once(response, 'close'))
  const outcome = await readEvents({ token: 't', watch: [], lastEventId: '' }, listener, new AbortController().signal)
  expect(outcome).toBe('failed')
  await closed
  server.close()
})
