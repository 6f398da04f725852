import { isIP } from 'node:net'

const WORDS = ['loopback', 'linklocal', 'uniquelocal']
const PATTERN = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i

/** Parses TRUST_PROXY. @param onProblem called for each invalid entry */
export function readProxies(text: string, onProblem: (problem: string) => void): readonly string[] | false {
  if (text === 'off') return false
  const proxies = text.split(',').map((proxy) => proxy.trim())
  for (const proxy of proxies) {
    if (!WORDS.includes(proxy) && !isNetwork(proxy)) {
      onProblem(`TRUST_PROXY must be off, ${WORDS.join(', ')}, or addresses and networks; "${proxy}" is invalid.`)
    }
  }
  return proxies
}

/** An address, or a network with a prefix length. A prefix of 0 would trust everybody. */
function isNetwork(text: string): boolean {
  const [, address = '', prefix = '1'] = PATTERN.exec(text) ?? []
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return Number(prefix) >= 1 && Number(prefix) <= bits
}
