import { expect, test } from 'vitest'
import { trustedProxies } from './trusted-proxies.ts'

test.each<[string[] | false, string[], string[]]>([
  [false, [], ['127.0.0.1', '::1']],
  [['loopback'], ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'], ['10.0.0.1', '::2', '::ffff:10.0.0.1']],
  [['linklocal'], ['169.254.1.1', 'fe80::1', 'fe80::1%eth0'], ['169.255.1.1', '::1']],
  [['uniquelocal'], ['10.1.2.3', '172.31.0.1', '192.168.0.1', 'fd00::1'], ['172.32.0.1', '127.0.0.1', 'fe80::1']],
  [
    ['192.0.2.7', '2001:db8::7'],
    ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::7'],
    ['192.0.2.8', '2001:db8::8'],
  ],
  [
    ['198.51.100.0/24', '2001:db8::/32'],
    ['198.51.100.255', '2001:db8:ffff::1'],
    ['198.51.101.0', '2001:db9::1'],
  ],
  [['Loopback', '192.0.2.0/31'], ['127.0.0.1', '192.0.2.1'], ['192.0.2.2']],
])('of %j, %j are proxies, and %j are not', (proxies, trusted, others) => {
  const isTrusted = trustedProxies(proxies)
  expect(trusted.filter((address) => !isTrusted(address))).toEqual([])
  expect(others.filter(isTrusted)).toEqual([])
})
