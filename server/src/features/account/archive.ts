import { PassThrough, Readable } from 'node:stream'
import yazl from 'yazl'
import type { Connection } from '../../database/database.ts'
import { timeOfId } from '../../database/ids.ts'
import type { MemberId } from '../../database/schema.ts'
import { timestamp } from '../../reading/timestamp.ts'
import { mediaNameOf } from '../media/records/media.view.ts'
import type { MediaStore } from '../media/store/media-store.ts'
import { LISTS, type List, type Row } from './archive.lists.ts'
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
    private: account.is_private === 1,
    resumesHome: account.resumes_home === 1,
    avatarURL: account.avatar_url,
    ...(avatar === null ? null : { avatarFile: `media/${avatar}` }),
    createdAt: timestamp(timeOfId(account.id)),
  }
  return `${JSON.stringify(says, null, 2)}\n`
}
