import { isIP } from 'node:net'

const LABEL = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/i
const NAME_MAX = 253

/**
 * Whether the text has the form of an address or a host name. Whether this machine has it is only known when the server
 * listens, because an address may be added later. Names that end in a number would be parsed as addresses.
 */
export function isHost(text: string): boolean {
  if (isIP(text) !== 0) return true
  const labels = text.split('.')
  return text.length <= NAME_MAX && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
}
