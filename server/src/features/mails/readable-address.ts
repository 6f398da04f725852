import { domainToUnicode } from 'node:url'

/**
 * An e-mail address as it is stored: browsers send a domain such as `exämple.de` as `xn--exmple-cua.de`, and a letter
 * with an accent may be two characters. What may be no address stays.
 */
export function readableAddress(text: string): string {
  const at = text.lastIndexOf('@')
  const domain = domainToUnicode(text.slice(at + 1))
  // Empty for what is no domain.
  return at > 0 && domain !== '' ? `${text.slice(0, at).normalize('NFC')}@${domain}` : text
}
