/**
 * Letters of any script and what else a local part may have without quotes (RFC 5321, RFC 6531), but nothing invisible.
 */
const ATOM = "(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]|(?![\\s\\p{C}\\p{DI}\\uff20])[^\\0-\\x7f])+"
const LOCAL = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u')
const DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u
const DOMAIN_MAX_LENGTH = 253
const LABEL = /^[a-z0-9-]{1,63}$/

/** Whether a text is an e-mail address that others than its own network can reach, also an internationalised one. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  return at > 0 && LOCAL.test(local) && isDomain(domain)
}

function isDomain(text: string): boolean {
  // Other characters would be escaped, or begin a port or a path.
  if (!DOMAIN.test(text) || !URL.canParse(`http://${text}`)) return false
  const { hostname } = new URL(`http://${text}`)
  const labels = hostname.split('.')
  const isName = labels.every((label) => LABEL.test(label) && !label.startsWith('-') && !label.endsWith('-'))
  // A last label of digits makes it an address of IPv4.
  return isName && labels.length > 1 && hostname.length <= DOMAIN_MAX_LENGTH && !/^\d+$/.test(labels.at(-1) ?? '')
}
