import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createOutside } from './outside.ts'
import { isPublicAddress, PrivateAddressError, publicLookup } from './public-address.ts'

const PRIVATE = [
  ['0.0.0.0', 'this host'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['100.64.0.1', 'shared (CGNAT)'],
  ['100.127.255.254', 'shared (CGNAT)'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['169.254.169.254', 'link-local: the metadata of clouds'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.8', 'reserved'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', '6to4 relay'],
  ['192.168.1.1', 'private'],
  ['198.18.0.1', 'benchmarks'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.250', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::7f00:1', 'IPv4-compatible loopback'],
  ['::127.0.0.1', 'IPv4-compatible loopback'],
  ['::8.8.8.8', 'IPv4-compatible'],
  ['::ffff:127.0.0.1', 'IPv4-mapped loopback'],
  ['::ffff:7f00:1', 'IPv4-mapped loopback'],
  ['::ffff:8.8.8.8', 'IPv4-mapped'],
  ['64:ff9b::7f00:1', 'NAT64 of loopback'],
  ['64:ff9b::a9fe:a9fe', 'NAT64 of link-local'],
  ['64:ff9b:1::7f00:1', 'NAT64 for local use'],
  ['100::1', 'discard'],
  ['2001::1', 'Teredo'],
  ['2001:10::1', 'ORCHID'],
  ['2001:20::1', 'ORCHIDv2'],
  ['2001:2::1', 'benchmarks'],
  ['2001:db8::1', 'documentation'],
  ['3fff::1', 'documentation'],
  ['2002:7f00:1::', '6to4 of loopback'],
  ['fc00::1', 'unique local'],
  ['fd12:3456::1', 'unique local'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local with its interface'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['5f00::1', 'segment routing'],
  ['not an address', 'no address'],
] as const

const addressesOf = (lookup: ReturnType<typeof publicLookup>, all: boolean) =>
  new Promise((resolve, reject) => {
    lookup('push.example', { all }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
  })

/** Resolves every name to these addresses. */
const resolveTo = (...addresses: readonly string[]) =>
  ((_host: string, _options: unknown, callback: (error: null, found: LookupAddress[]) => void) => {
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as Parameters<typeof publicLookup>[1]

describe('a public address', () => {
  test.each(PRIVATE)('is not %s (%s)', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['8.8.8.8', '142.250.74.74', '172.32.0.1', '100.128.0.1', '2a00:1450:4001::200e', '2606:4700::1111'])(
    'may be %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

describe('the name of a push service', () => {
  test.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['8.8.8.8', '::1']], [[]]])(
    'is refused if it resolves to %j',
    async (addresses) => {
      for (const all of [true, false]) {
        await expect(addressesOf(publicLookup(isPublicAddress, resolveTo(...addresses)), all)).rejects.toThrow(
          PrivateAddressError,
        )
      }
    },
  )

  test('gives the connection the addresses that were checked', async () => {
    const lookup = publicLookup(isPublicAddress, resolveTo('8.8.8.8', '8.8.4.4'))
    expect(await addressesOf(lookup, false)).toBe('8.8.8.8')
    expect(await addressesOf(lookup, true)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '8.8.4.4', family: 4 },
    ])
  })
})

test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '127.1'])(
  'no connection is made to %s',
  async (host) => {
    let connections = 0
    const server = createServer((socket) => {
      connections++
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, resolve))
    const { port } = server.address() as { port: number }
    const outside = createOutside()
    for (const scheme of ['http', 'https']) {
      const sent = outside.post(`${scheme}://${host}:${port}/`, {
        headers: {},
        body: Buffer.from('quack'),
        timeoutMs: 60_000,
      })
      await expect(sent).rejects.toThrow(PrivateAddressError)
    }
    outside.close()
    await new Promise((resolve) => server.close(resolve))
    expect(connections).toBe(0)
  },
)
