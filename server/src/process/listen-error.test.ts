import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { asListenError, ListenError } from './listen-error.ts'

/** The error of a server that tries to listen there. */
async function errorAt(host: string, port: number): Promise<unknown> {
  const server = createServer()
  const failed = once(server, 'error')
  server.listen(port, host)
  return asListenError((await failed)[0])
}

test('of an address that this machine does not have says so', async () => {
  const error = await errorAt('192.0.2.1', 0)
  expect(error).toBeInstanceOf(ListenError)
  expect(error).toMatchObject({ message: expect.stringMatching(/EADDRNOTAVAIL.*: .*no such address\. Set HOST/) })
})

test('of a port that is taken says so', async () => {
  const first = createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const error = await errorAt('127.0.0.1', (first.address() as AddressInfo).port)
  first.close()
  expect(error).toMatchObject({ message: expect.stringContaining('another program uses that port. Set PORT') })
})

test.for(['ENOTFOUND', 'EAI_AGAIN', 'EACCES'])('%s has an advice, too', (code) => {
  const error = Object.assign(new Error(`getaddrinfo ${code} quack.invalid`), { code })
  expect(asListenError(error)).toMatchObject({
    message: expect.stringMatching(/quack\.invalid: .* Set (HOST|PORT) to /),
  })
})

test('of another kind stays as it is', () => {
  const error = Object.assign(new Error('unknown'), { code: 'EMFILE' })
  expect(asListenError(error)).toBe(error)
})
