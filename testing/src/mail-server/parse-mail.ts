export interface ReceivedMail {
  /** Of the envelope. */
  readonly from: string
  readonly to: readonly string[]
  /** By name in lower case, unfolded and decoded. A header that comes twice is a problem, so each is listed. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The addresses in the text. */
  readonly links: readonly string[]
  readonly source: string
}

/** Reads a mail with a text and an HTML part, as RFC 5322 and 2045 to 2047 write it. */
export function parseMail(source: string, from: string, to: readonly string[]): ReceivedMail {
  const [head, body] = split(source)
  const headers = readHeaders(head)
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type']?.[0] ?? '')?.[1] ?? ''
  const parts = body.split(`--${boundary}`).slice(1, -1)
  const partOf = (type: string) => {
    const [partHead, content] = split(parts.find((part) => part.includes(`Content-Type: ${type}`))?.trimStart() ?? '')
    const encoding = readHeaders(partHead)['content-transfer-encoding']?.[0]
    return decode(content, encoding).replace(/\r\n/g, '\n').trimEnd()
  }
  const text = partOf('text/plain')
  return {
    ...{ from, to, headers, subject: headers.subject?.[0] ?? '', text, html: partOf('text/html'), source },
    links: text.match(/https?:\/\/\S+/g) ?? [],
  }
}

function split(text: string): [string, string] {
  const at = text.indexOf('\r\n\r\n')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 4)]
}

function readHeaders(head: string): Record<string, string[]> {
  const headers: Record<string, string[]> = {}
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const at = line.indexOf(':')
    const name = line.slice(0, at).toLowerCase()
    headers[name] = [...(headers[name] ?? []), decodeWords(line.slice(at + 1).trim())]
  }
  return headers
}

/** RFC 2047. */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decode(text.replaceAll('_', ' '), 'quoted-printable'),
    )
}

function decode(content: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return content
  const bytes = content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
