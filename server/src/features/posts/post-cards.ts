import { createHash } from 'node:crypto'
import type { LinkCard } from '@quack/contract'
import { addressesIn } from '@quack/contract/rules/addresses'
import { sql } from 'kysely'
import type { Connection, Database } from '../../database/database.ts'
import { isOneOf } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId } from '../../database/schema.ts'
import { timestamp } from '../../reading/timestamp.ts'
import { mediaUrl } from '../media/records/media.view.ts'

/** The cards of the addresses in posts. They are fetched by features/link-cards. */

/** Who fetches cards. */
interface Fetching {
  /** The public address of this installation, whose own addresses have no cards. */
  readonly publicUrl: string
  readonly now: () => number
  /** A card may have to be fetched. */
  readonly soon: () => void
}

/** By database, because whatever writes posts has one. Without an entry, posts get no cards. */
const fetching = new WeakMap<Database, Fetching>()

export function setCardFetching(db: Database, by: Fetching): void {
  fetching.set(db, by)
}

/** Called after a post was written. */
export const fetchCardSoon = (db: Database): void => fetching.get(db)?.soon()

export interface Link {
  readonly url: string
  readonly host: string
  readonly hash: string
}

interface Said {
  readonly content: string
  readonly mediaUrl: string
  readonly isQuote: boolean
}

/**
 * The first address of a text, if its card is to be shown: not below media or a quote, for there is one thing below a
 * text. An address with a name or password is left alone, and so is one of this installation.
 */
export function linkOf(db: Database, { content, mediaUrl, isQuote }: Said): Link | null {
  const by = fetching.get(db)
  const [first] = by && mediaUrl === '' && !isQuote ? addressesIn(content) : []
  if (!by || !first) return null
  const url = new URL(first.address)
  url.hash = ''
  if (url.username !== '' || url.password !== '' || isSameHost(url.href, by.publicUrl)) return null
  const hash = createHash('sha256').update(url.href).digest().subarray(0, 16).toString('base64url')
  return { url: url.href, host: url.host, hash }
}

/**
 * Whether an address is of this installation: its card would show a post that is gone or not for everyone any more. The
 * scheme, the port, a `www.` and a final point make no difference.
 */
export const isSameHost = (url: string, publicUrl: string): boolean => nameOf(url) === nameOf(publicUrl)

const nameOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '').replace(/\.$/, '')

/** It is noted at most so often that a post begins to refer to a card, in milliseconds. */
const NOTED_MS = 60 * 60_000

/**
 * Notes that a post refers to the card from now on, and that it is to be fetched if it is new or old. It comes after
 * the other statements about the post, because posts with the same address wait for each other here.
 */
const wanted = prepared((db, { id, url, host, hash, by, now }: Link & { id: number; by: MemberId; now: number }) => {
  const isOld = sql`link_cards.due_at is null and link_cards.renew_at <= excluded.referred_at`
  return db
    .insertInto('link_cards')
    .values({ id, url, host, hash, asked_by: by, referred_at: now, due_at: now })
    .onConflict((conflict) =>
      conflict
        .column('hash')
        .doUpdateSet({
          referred_at: sql`excluded.referred_at`,
          due_at: sql`case when ${isOld} then excluded.due_at else link_cards.due_at end`,
          asked_by: sql`case when ${isOld} then excluded.asked_by else link_cards.asked_by end`,
        })
        .where(sql<boolean>`link_cards.referred_at < excluded.referred_at - ${sql.lit(NOTED_MS)}`),
    )
})

export async function wantCard(db: Database, transaction: Connection, link: Link, by: MemberId): Promise<void> {
  const now = fetching.get(db)?.now() ?? Date.now()
  await wanted.send(transaction, { ...link, id: db.ids.next(), by, now })
}

const rowsOf = prepared((db, { hashes }: { readonly hashes: readonly string[] }) =>
  db
    .selectFrom('link_cards')
    .leftJoin('media', 'media.name', 'link_cards.picture')
    .select(['link_cards.id', 'link_cards.hash', 'link_cards.url', 'link_cards.title', 'link_cards.description'])
    .select(['link_cards.site', 'link_cards.author', 'link_cards.picture', 'link_cards.changed_at'])
    .select(['media.width', 'media.height', 'media.preview'])
    .where(isOneOf(db, 'link_cards.hash', hashes)),
)

/** What a post shows of an address. */
export interface PostCard {
  readonly id: number
  /** Null until it is there, and if there is nothing to show. */
  readonly card: LinkCard | null
  /** The length of its texts. */
  readonly length: number
}

/** By their hashes. Nothing is read if none of the posts refers to one. */
export async function listCards(
  db: Connection,
  posts: readonly { readonly link_hash: string | null }[],
): Promise<ReadonlyMap<string | null, PostCard>> {
  const hashes = posts.flatMap(({ link_hash }) => link_hash ?? [])
  const rows = hashes.length === 0 ? [] : await rowsOf.all(db, { hashes: [...new Set(hashes)] })
  return new Map(rows.map((row) => [row.hash, { id: row.id, ...cardView(row) }]))
}

/** The card of a post whose text may name a place on the page, which other posts with the card do not. */
export function cardOf(text: string, { card }: PostCard): LinkCard | null {
  if (!card || !text.includes('#')) return card
  const [first] = addressesIn(text)
  return first ? { ...card, url: new URL(first.address).href } : card
}

function cardView(row: Awaited<ReturnType<typeof rowsOf.all>>[number]): Omit<PostCard, 'id'> {
  const { url, title, description, site, author, picture, width, height, preview, changed_at } = row
  if (title === '') return { card: null, length: 0 }
  const shown = picture !== null && width !== null && height !== null
  const card = {
    ...{ url, title, description, site },
    ...(author !== '' && { author }),
    ...(shown && { picture: { url: mediaUrl(picture), width, height, preview: preview ?? '' } }),
    updatedAt: timestamp(changed_at),
  }
  return { card, length: url.length + title.length + description.length + site.length + author.length }
}
