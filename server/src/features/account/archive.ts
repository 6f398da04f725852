import { PassThrough, Readable } from 'node:stream'
import yazl from 'yazl'
import type { Connection } from '../../database/database.ts'
import { timeOfId } from '../../database/ids.ts'
import type { MemberId, Schema } from '../../database/schema.ts'
import { timestamp } from '../../http/timestamp.ts'
import { mediaNameOf } from '../media/records/media.view.ts'
import type { MediaStore } from '../media/store/media-store.ts'
import * as queries from './archive.queries.ts'

/**
 * Streams everything a member has written as a ZIP. Lists are read in pages and files in chunks, as fast as the client
 * reads, so the archive is never in memory as a whole.
 */
export function createArchive(db: Connection, store: MediaStore, member: MemberId): Readable {
  const zip = new yazl.ZipFile()
  // A PassThrough, because the type of yazl's stream cannot be destroyed.
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  let current: Readable | null = null
  zip.on('error', (error: Error) => output.destroy(error))
  // If the client disconnects, the present entry must be closed.
  output.once('close', () => current?.destroy())

  function add(name: string, open: Open, compress: boolean): void {
    zip.addReadStreamLazy(name, { compress }, (callback) => {
      if (output.destroyed) return
      begin(open)
        .then((stream) => callback(null, stream))
        .catch((error: Error) => output.destroy(error))
    })
  }

  async function begin(open: Open): Promise<Readable> {
    // A file that was removed meanwhile becomes an empty entry, so that the archive still has the others.
    current = (await open()) ?? Readable.from([])
    current.once('error', (error) => output.destroy(error))
    if (output.destroyed) current.destroy()
    return current
  }

  async function addAll(): Promise<void> {
    const account = await queries.findAccount(db, member)
    add('account.json', () => Readable.from([accountText(account)]), true)
    for (const [name, list] of Object.values(LISTS).flatMap((lists) => Object.entries<List>(lists))) {
      add(`${name}.json`, () => Readable.from(listText((after) => list(db, member, after))), true)
    }
    for await (const name of mediaNames(db, member, account?.avatar_url ?? '')) {
      add(`media/${name}`, () => store.open(name), false)
    }
    zip.end()
  }

  addAll().catch((error: Error) => output.destroy(error))
  return output
}

type Open = () => Readable | Promise<Readable | null>

interface Row {
  /** Its key in the list. */
  readonly key: number
}
type List = (db: Connection, member: MemberId, after: number) => Promise<readonly (Row & { readonly says: unknown })[]>

const reactions =
  (table: 'likes' | 'dislikes' | 'bookmarks'): List =>
  async (db, member, after) =>
    (await queries.listReactions(db, table, member, after)).map((row) => ({
      key: row.key,
      says: { post: row.public_id, at: timestamp(timeOfId(row.at)) },
    }))

const follows =
  (side: 'follower_id' | 'followed_id'): List =>
  async (db, member, after) =>
    (await queries.listFollows(db, side, member, after)).map((row) => ({
      key: row.key,
      says: { username: row.username, at: timestamp(timeOfId(row.key)) },
    }))

const pinned: List = async (db, member, after) =>
  (await queries.listPinned(db, member, after)).map((row) => ({ key: row.key, says: { post: row.public_id } }))

const posts: List = async (db, member, after) =>
  (await queries.listPosts(db, member, after)).map((row) => ({
    key: row.key,
    says: {
      id: row.public_id,
      content: row.content,
      mediaUrl: row.media_url,
      type: row.media_type,
      alt: row.alt,
      ...(row.media_name === null ? null : { file: `media/${row.media_name}` }),
      likeCount: row.like_count,
      createdAt: timestamp(timeOfId(row.key)),
      updatedAt: timestamp(row.updated_at),
    },
  }))

const comments: List = async (db, member, after) =>
  (await queries.listComments(db, member, after)).map((row) => ({
    key: row.key,
    says: {
      _id: String(row.key),
      post: row.public_id,
      text: row.text,
      createdAt: timestamp(timeOfId(row.key)),
      updatedAt: timestamp(row.updated_at),
    },
  }))

const votes: List = async (db, member, after) =>
  (await queries.listVotes(db, member, after)).map((row) => ({
    key: row.key,
    says: { comment: String(row.key), vote: row.vote === 1 ? 'up' : 'down', at: timestamp(timeOfId(row.at)) },
  }))

/** The lists of an archive by file name, for each table. A table that is missing here is a compile error. */
export const LISTS = {
  posts: { posts },
  comments: { comments },
  comment_votes: { votes },
  likes: { likes: reactions('likes') },
  dislikes: { dislikes: reactions('dislikes') },
  bookmarks: { bookmarks: reactions('bookmarks') },
  pinned_posts: { pinned },
  follows: { following: follows('follower_id'), followers: follows('followed_id') },
  // The member's own row is account.json, and files of media are added as they are.
  members: {},
  media: {},
  // Not written by the member, or only needed for a short time.
  sessions: {},
  password_resets: {},
  like_events: {},
  follow_events: {},
  media_uploads: {},
  idempotency_keys: {},
  settings: {},
} as const satisfies Readonly<Record<keyof Schema, Readonly<Record<string, List>>>>

/** A JSON array, written page by page. */
async function* listText(load: (after: number) => Promise<readonly (Row & { readonly says: unknown })[]>) {
  let isFirst = true
  for await (const rows of pages(load)) {
    for (const { says } of rows) {
      yield `${isFirst ? '[\n' : ',\n'}${JSON.stringify(says)}`
      isFirst = false
    }
  }
  yield isFirst ? '[]\n' : '\n]\n'
}

async function* pages<R extends Row>(load: (after: number) => Promise<readonly R[]>): AsyncGenerator<readonly R[]> {
  let after = -1
  for (;;) {
    const rows = await load(after)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.key
  }
}

/** Each name once, however many posts show the file. */
async function* mediaNames(db: Connection, member: MemberId, avatarUrl: string): AsyncGenerator<string> {
  const seen = new Set<string>()
  const avatar = mediaNameOf(avatarUrl)
  if (avatar !== null) yield* once(avatar)
  for await (const posts of pages((after) => queries.listPosts(db, member, after))) {
    for (const { media_name: name } of posts) if (name !== null) yield* once(name)
  }

  function* once(name: string) {
    if (seen.has(name)) return
    seen.add(name)
    yield name
  }
}

function accountText(account: Awaited<ReturnType<typeof queries.findAccount>>): string {
  if (!account) return '{}\n'
  const avatar = mediaNameOf(account.avatar_url)
  const says = {
    ...(JSON.parse(account.extra) as Record<string, unknown>),
    _id: String(account.id),
    username: account.username,
    firstName: account.first_name,
    lastName: account.last_name,
    email: account.email,
    bio: account.bio,
    website: account.website,
    avatarURL: account.avatar_url,
    ...(avatar === null ? null : { avatarFile: `media/${avatar}` }),
    createdAt: timestamp(timeOfId(account.id)),
  }
  return `${JSON.stringify(says, null, 2)}\n`
}
