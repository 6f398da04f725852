import { PassThrough, Readable } from 'node:stream'
import yazl from 'yazl'
import type { Connection } from '../../database/database.ts'
import { timeOfId } from '../../database/ids.ts'
import type { MemberId } from '../../database/schema.ts'
import { timestamp } from '../../reading/timestamp.ts'
import { mediaNameOf } from '../media/records/media.view.ts'
import type { MediaStore } from '../media/store/media-store.ts'
import { fieldsView, picturesOf } from '../members/profile-fields.ts'
import * as queries from './archive.queries.ts'

/**
 * Streams a member's data (archive.queries.ts) and files as a ZIP. Lists are read in pages and files in chunks, as fast
 * as the client reads, so the archive is never in memory as a whole.
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
    for (const [name, list] of Object.values(queries.LISTS).flatMap((lists) => Object.entries<queries.List>(lists))) {
      add(`${name}.json`, () => Readable.from(listText(list, db, member)), true)
    }
    for await (const name of mediaNames(db, member, account ? picturesOf(account) : [])) {
      add(`media/${name}`, () => store.open(name), false)
    }
    zip.end()
  }

  addAll().catch((error: Error) => output.destroy(error))
  return output
}

type Open = () => Readable | Promise<Readable | null>

/** A JSON array, written page by page. */
async function* listText(list: queries.List, db: Connection, member: MemberId) {
  let isFirst = true
  for await (const says of entries(list, db, member)) {
    yield `${isFirst ? '[\n' : ',\n'}${JSON.stringify(says)}`
    isFirst = false
  }
  yield isFirst ? '[]\n' : '\n]\n'
}

async function* entries<Says>(list: queries.List<Says>, db: Connection, member: MemberId): AsyncGenerator<Says> {
  let after = -1
  for (;;) {
    const rows = await list(db, member, after)
    const last = rows.at(-1)
    if (!last) return
    for (const { says } of rows) yield says
    after = last.key
  }
}

/** Each name once, however many posts show the file. */
async function* mediaNames(db: Connection, member: MemberId, own: readonly string[]): AsyncGenerator<string> {
  const seen = new Set<string>()
  for (const url of own) yield* once(mediaNameOf(url))
  for (const list of [queries.listFiles, queries.listVersionFiles])
    for await (const names of entries(list, db, member)) for (const name of names) yield* once(name)

  function* once(name: string | null) {
    if (name === null || seen.has(name)) return
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
    profile: { pronouns: account.pronouns, fields: fieldsView(account.fields) },
    private: account.is_private === 1,
    bot: account.is_bot === 1,
    resumesHome: account.resumes_home === 1,
    whoMayRepost: account.who_may_repost,
    whoMayQuote: account.who_may_quote,
    readWarnings: account.read_warnings,
    sensitiveMedia: account.sensitive_media === 1,
    readLanguages: account.languages === '' ? [] : account.languages.split(' '),
    locale: account.locale === '' ? null : account.locale,
    avatarURL: account.avatar_url,
    ...(avatar === null ? null : { avatarFile: `media/${avatar}` }),
    ...(account.header_name === null ? null : { headerFile: `media/${account.header_name}` }),
    createdAt: timestamp(timeOfId(account.id)),
  }
  return `${JSON.stringify(says, null, 2)}\n`
}
