import type { Mutation } from './bad-bodies.ts'
import { requestOf } from './bases.ts'

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const part = (name: string, extra = '', content = 'hello') =>
  `--x\r\ncontent-disposition: form-data; name="${name}"${extra}\r\ncontent-type: image/png\r\n\r\n${content}\r\n`

const FORMS: readonly [string, string | Buffer][] = [
  ['no parts', '--x--\r\n'],
  ['nothing', ''],
  ['a field, no file', `${part('file')}--x--\r\n`],
  ['no end', part('file', '; filename="a.png"')],
  ['another boundary', part('file', '; filename="a.png"').replaceAll('--x', '--y')],
  ['a file of nothing', `${part('file', '; filename="a.png"', '')}--x--\r\n`],
  ['a file of text', `${part('file', '; filename="a.png"')}--x--\r\n`],
  ['a part without a name', '--x\r\ncontent-disposition: form-data\r\n\r\nhello\r\n--x--\r\n'],
  ['a part without headers', '--x\r\n\r\nhello\r\n--x--\r\n'],
  ['a part with broken headers', '--x\r\ncontent-disposition\r\n: :\r\n\r\nhello\r\n--x--\r\n'],
  ['long part headers', `--x\r\nx-long: ${'y'.repeat(90_000)}\r\n\r\nhello\r\n--x--\r\n`],
  ['many fields', `${part('a').repeat(300)}--x--\r\n`],
  ['many files', `${part('file', '; filename="a.png"').repeat(20)}--x--\r\n`],
  ['a prototype', `${part('__proto__', '; filename="__proto__"')}--x--\r\n`],
  ['a path', `${part('file', '; filename="../../../etc/passwd"')}--x--\r\n`],
  ['no line ends', `--x content-disposition: form-data; name="file"; filename="a.png" hello --x--`],
  [
    'the start of a picture',
    Buffer.concat([
      Buffer.from(part('file', '; filename="a.png"', '').slice(0, -2)),
      PNG_START,
      Buffer.from('\r\n--x--\r\n'),
    ]),
  ],
]

/** Uploads without a valid picture or video. */
export const BAD_FORMS: readonly Mutation[] = [
  (base, random) => {
    if (!base.endpoint.consumes) return null
    const [what, body] = random.pick(FORMS)
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    return requestOf(base, { what: `upload: ${what}`, body, headers, verdict: 'refused' })
  },
  (base, random) => {
    if (!base.endpoint.consumes) return null
    const [what, body] = random.pick(FORMS)
    const types = [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/mixed; boundary=x',
      'image/png',
      '',
    ]
    const headers = { 'content-type': random.pick([...types, 'application/json']) }
    return requestOf(base, { what: `upload of another type: ${what}`, body, headers, verdict: 'refused' })
  },
]
