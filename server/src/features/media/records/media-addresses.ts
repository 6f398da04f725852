import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { UploadedMedia } from '@quack/contract'
import type { Connection, Database } from '../../../database/database.ts'
import type { SessionId } from '../../../database/schema.ts'
import { findServed } from './media.queries.ts'
import { mediaNameOf, mediaUrl, posterName, signedUrl } from './media.view.ts'

/** How media are addressed at present. */
export interface MediaAddressing {
  readonly urlOf: (name: string) => string
  /** When the same media get other addresses, in milliseconds since 1970. */
  readonly until: number
}

/** Of media that everyone may see. */
export const PLAIN: MediaAddressing = { urlOf: mediaUrl, until: Number.POSITIVE_INFINITY }

/** An address stays the same for this time, so that browsers cache the file. Then it is valid for as long again. */
const PERIOD_MS = 60 * 60_000

/**
 * The addresses of media that not everyone may see. Whoever may see a post gets addresses with a signature, which
 * expire after one to two hours. Such an address is for a name and not for a viewer, so cached posts are the same for
 * all.
 */
export class MediaAddresses {
  readonly #key: Buffer

  /** @param secret of the installation, which all nodes share. It signs tokens too, so a key of its own is derived */
  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'media addresses', 32))
  }

  signed(now = Date.now()): MediaAddressing {
    const until = (Math.floor(now / PERIOD_MS) + 1) * PERIOD_MS
    const expiry = String((until + PERIOD_MS) / 1_000)
    return { until, urlOf: (name) => signedUrl(name, `${expiry}.${this.#sign(name, expiry).toString('base64url')}`) }
  }

  /**
   * Addresses for the app of one session, which may keep them for days. They do not expire: a file that not everyone
   * may see is sent as long as the session lasts and its member sees a post with it.
   */
  forApp(session: SessionId): (name: string) => string {
    return (name) => signedUrl(name, `${session}.${this.#sign(name, `app ${session}`).toString('base64url')}`, 'app')
  }

  /** @returns the session that an address for an app is of; null if its signature is wrong */
  sessionOf(text: string, name: string): SessionId | null {
    const [, session = '', signature = ''] = /^(\d{1,16})\.([\w-]{43})$/.exec(text) ?? []
    return this.#isValid(signature, name, `app ${session}`) ? (Number(session) as SessionId) : null
  }

  /** @returns for how many more seconds the signature is valid for this name; 0 if it is not */
  verify(text: string, name: string, now: number): number {
    const [, expiry = '', signature = ''] = /^(\d{10})\.([\w-]{43})$/.exec(text) ?? []
    if (!this.#isValid(signature, name, expiry)) return 0
    return Math.max(0, Math.floor(Number(expiry) - now / 1_000))
  }

  #isValid(signature: string, name: string, terms: string): boolean {
    const given = Buffer.from(signature, 'base64url')
    const valid = this.#sign(name, terms)
    return given.length === valid.length && timingSafeEqual(given, valid)
  }

  /** @param terms when the address expires, or whose it is */
  #sign(name: string, terms: string): Buffer {
    return createHmac('sha256', this.#key).update(`${terms} ${name}`).digest()
  }
}

/** By connection, because whatever reads posts has one. A parameter would pass through all callers of these reads. */
const addresses = new WeakMap<Connection, MediaAddresses>()

export function setMediaAddresses({ read, primary }: Database, of: MediaAddresses): void {
  for (const db of [read, primary]) addresses.set(db, of)
}

export function mediaAddressesOf(db: Connection): MediaAddresses {
  const found = addresses.get(db)
  if (!found) throw new Error('The media of this connection have no addresses.')
  return found
}

/**
 * Uploaded media, with addresses that the uploader can load at once. They are signed if not everyone may see the file,
 * because it belongs to posts that are not public.
 */
export async function withLoadableUrls(db: Connection, media: UploadedMedia): Promise<UploadedMedia> {
  const name = mediaNameOf(media.url)
  const served = name === null ? undefined : await findServed(db, { name })
  if (!served || served.is_open) return media
  const { urlOf } = mediaAddressesOf(db).signed()
  return { ...media, url: urlOf(served.name), poster: media.poster === '' ? '' : urlOf(posterName(served.name)) }
}
