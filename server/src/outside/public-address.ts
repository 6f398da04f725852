import { lookup as resolveName } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The only IPv6 network of which public addresses have been assigned so far. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address belongs to the public internet. Everything else is refused: private, loopback, link-local, shared
 * (CGNAT), multicast and reserved addresses, and IPv6 addresses that contain an IPv4 address (mapped, NAT64, 6to4,
 * Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST)
}

export class PrivateAddressError extends Error {
  constructor() {
    super('The host has an address that is not public.')
  }
}

/**
 * Resolves host names for a connection, and refuses a name that has an address which is not public. The connection uses
 * exactly the addresses that were checked, so a name that resolves differently the next time (DNS rebinding) gains
 * nothing.
 */
export function publicLookup(
  isAllowed: (address: string) => boolean = isPublicAddress,
  resolve: typeof resolveName = resolveName,
): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        return callback(new PrivateAddressError(), '')
      }
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
