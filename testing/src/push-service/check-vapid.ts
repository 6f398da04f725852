import { createPublicKey, verify } from 'node:crypto'

const DAY_SECONDS = 24 * 60 * 60

interface Expected {
  /** The key that the subscription is restricted to. */
  readonly publicKey: string
  /** The origin of the push service. */
  readonly audience: string
  readonly now: number
}

/** Checks that a request is from the server that subscribed (RFC 8292). @returns its contact @throws if it is not */
export function checkVapid(authorization: string, { publicKey, audience, now }: Expected): string | undefined {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (key !== publicKey) throw new Error('The request is signed by another key than that of the subscription.')
  const [header = '', claims = '', signature = ''] = token.split('.')
  const { alg, typ } = parse(header)
  if (alg !== 'ES256' || typ !== 'JWT') throw new Error(`Wrong kind of token: ${alg} ${typ}`)
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const signer = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  const isRight = verify(
    'sha256',
    signed,
    { key: signer, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) throw new Error('The signature is wrong.')
  const { aud, exp, sub } = parse(claims)
  if (aud !== audience) throw new Error(`The token is for ${aud}.`)
  const seconds = Number(exp) - now / 1_000
  if (!(seconds > 0 && seconds <= DAY_SECONDS)) throw new Error(`The token expires in ${seconds} s.`)
  return sub === undefined ? undefined : String(sub)
}

function parse(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
}
