import { BlockList, isIPv6 } from 'node:net'

/** The networks of TRUST_PROXY's words, the same as in the framework. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * Recognises trusted proxies by the address of a connection, before there is a request that the framework could check.
 * @param proxies addresses, networks and words; false for none
 */
export function trustedProxies(proxies: readonly string[] | false): (address: string) => boolean {
  const list = new BlockList()
  for (const proxy of (proxies || []).flatMap((text) => NAMED[text.toLowerCase()] ?? [text])) {
    const [address = '', bits] = proxy.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (text) => {
    // A link-local address is followed by its interface.
    const [address = ''] = text.split('%')
    return list.check(address, familyOf(address))
  }
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
