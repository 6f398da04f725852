import { Cache, type Sized } from '../../cache/cache.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'
import type { Viewer } from '../../reading/viewer.ts'

/** About 10,000 tokens. */
const MAX_BYTES = 8 * 2 ** 20
/** After this time a session is read again, which also stores its last use; in milliseconds. */
const MAX_AGE_MS = 5 * 60_000
/** Our tokens are less than a third as long. A client that pads a header with blanks must not fill the memory. */
const HEADER_LENGTH_MAX = 1_000

interface CachedToken extends Sized {
  readonly viewer: Viewer
  readonly expiresAt: number
}

/** The viewers of verified tokens, by the header that contains the token. */
export class TokenCache extends Cache<'token', string, CachedToken> {
  constructor(log: InvalidationLog) {
    const dependsOn = ({ viewer }: CachedToken, members: ReadonlySet<number>) => members.has(viewer.id)
    super(log, { maxBytes: MAX_BYTES, invalidatedBy: { session: { dependsOn }, member: { dependsOn } } })
  }

  find(header: string): Viewer | null {
    const known = this.get('token', header)
    if (known && Date.now() < known.expiresAt) {
      this.hits++
      return known.viewer
    }
    this.misses++
    if (known) this.delete('token', header)
    return null
  }

  /** @param expiresAt of the token, in milliseconds; @param since the log's position before the session was read */
  add(header: string, viewer: Viewer, expiresAt: number, since: number): void {
    if (header.length > HEADER_LENGTH_MAX) return
    const until = Math.min(expiresAt, Date.now() + MAX_AGE_MS)
    this.put('token', header, { bytes: 300 + header.length, viewer, expiresAt: until }, since)
  }
}
