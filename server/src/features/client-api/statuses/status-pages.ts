import { Account, MediaAttachment, Status } from '@quack/contract/client-api/entities'
import { Type } from 'typebox'
import { Cache, type Entries, type Sized } from '../../../cache/cache.ts'
import type { Connection } from '../../../database/database.ts'
import type { InvalidationLog } from '../../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../../database/schema.ts'
import { toByteString } from '../../../http/answers/json-answer.ts'
import { serializerOf } from '../../../http/answers/serialization.ts'
import { type Hidden, isMuted, namesHidden } from '../../../reading/hidden.ts'
import { neutralHydration } from '../../../reading/list-query.ts'
import { mayRead } from '../../follows/follows.cache.ts'
import type { PostPages } from '../../posts/post-pages.ts'
import { viewerPollOf } from '../../posts/post-polls.ts'
import { type BuiltPost, buildPosts } from '../../posts/posts.hydrate.ts'
import { BOOKMARKED, choicesIn, LIKED, REPOSTED } from '../../posts/reactions.queries.ts'
import type { ViewerReactions } from '../../posts/reactions.ts'
import { accountView } from '../accounts/account.view.ts'
import { readMembers } from '../accounts/accounts.read.ts'
import { attachmentView, type Shown } from '../media/attachment.view.ts'
import { type Urls, urlsAt } from '../transport/urls.ts'
import { approvalView, quoteRule, shownOf } from './status.view.ts'
import { statusesOf } from './statuses.read.ts'

const STATUSES_MAX_BYTES = 16 * 2 ** 20
const ACCOUNTS_MAX_BYTES = 16 * 2 ** 20
const ORIGINS_MAX = 4

/** What depends on its viewer or on its author's counts is last in a status, and is put there for each answer. */
const stableJson = serializerOf(
  Type.Omit(Status, [
    ...(['account', 'media_attachments', 'quote', 'quote_approval'] as const),
    ...(['favourited', 'reblogged', 'bookmarked', 'muted', 'pinned'] as const),
  ]),
)
const mediaJson = serializerOf(Type.Array(MediaAttachment))
const accountJson = serializerOf(Account)

const flagsJson = (bits: number): string =>
  `,"favourited":${(bits & LIKED) !== 0},"reblogged":${(bits & REPOSTED) !== 0}` +
  `,"bookmarked":${(bits & BOOKMARKED) !== 0},"muted":false`
const FLAGS = Array.from({ length: 16 }, (_, bits) => flagsJson(bits))

/** Of what everyone may quote, as nearly all may be. */
const FOR_ALL = JSON.stringify(approvalView('everyone', { viewer: 0, author: 0, follows: false }))

/** The end of what quotes nothing, and what everyone may quote. */
const ENDS = FLAGS.map((flags) => `,"quote":null,"quote_approval":${FOR_ALL}${flags}`)

/** A status, up to its account. */
interface StatusJson extends Sized, Pick<BuiltPost, 'quotedPost' | 'quotedAuthor' | 'cardId' | 'poll'> {
  readonly json: string
  readonly author: MemberId
  /** The members that it names. */
  readonly members: readonly MemberId[]
  /** The author, if only followers see it. */
  readonly followersOf: MemberId | null
  /** Its media; or, of those whose address depends on the app, what they are. */
  readonly media: string | readonly Shown[]
  /** The post that it shows as quoted, which is another entry; null for none. */
  readonly quoted: PostId | null
  /** Who may quote it. */
  readonly rule: ReturnType<typeof quoteRule>
}

/** For whom. */
interface Reader {
  readonly viewer: MemberId
  readonly hidden: Hidden
}

/** What an answer is assembled from, besides the ids. */
interface Parts {
  readonly seen: NonNullable<ViewerReactions>
  readonly statuses: Entries<PostId, StatusJson>
  readonly accounts: Entries<MemberId, AccountJson>
}

/** An account, up to the media of its status. */
interface AccountJson extends Sized {
  readonly json: string
  readonly pinned: string | null
}

/**
 * Statuses of posts as JSON, by the origin of the addresses in it. As our own pages (posts/post-pages.ts), an answer is
 * assembled from parts that are invalidated separately: the statuses, the accounts of their authors, and the viewer's
 * reactions.
 */
export class StatusPages {
  readonly #pages: PostPages
  readonly #origins = new Set<string>()
  readonly statuses: Cache<string, PostId, StatusJson>
  readonly accounts: Cache<string, MemberId, AccountJson>

  constructor(log: InvalidationLog, pages: PostPages) {
    this.#pages = pages
    const ofPost = { key: (post: number) => post as PostId }
    const ofMember = { key: (member: number) => member as MemberId }
    const dependsOn = ({ members }: StatusJson, changed: ReadonlySet<number>) =>
      members.some((each) => changed.has(each))
    const quotes = ({ quotedPost }: StatusJson, changed: ReadonlySet<number>) => changed.has(quotedPost ?? 0)
    const shows = ({ cardId }: StatusJson, changed: ReadonlySet<number>) => changed.has(cardId ?? 0)
    const invalidatedBy = {
      ...{ post: ofPost, postRemoved: ofPost, quoted: { dependsOn: quotes }, card: { dependsOn: shows } },
      ...{ member: { dependsOn }, relation: { dependsOn } },
    }
    this.statuses = new Cache(log, { maxBytes: STATUSES_MAX_BYTES, invalidatedBy })
    this.accounts = new Cache(log, {
      maxBytes: ACCOUNTS_MAX_BYTES,
      invalidatedBy: { member: ofMember, memberCounts: ofMember, pin: ofMember },
    })
  }

  /**
   * The statuses of these posts, as JSON with one character per byte. What is not cached is read.
   * @returns null if plain queries have to answer
   */
  async answer(db: Connection, ids: readonly PostId[], reader: Reader, urls: Urls): Promise<string | null> {
    const { origin } = urls
    if (!this.#isKept(origin)) return null
    const load = (wanted: readonly PostId[]) =>
      this.statuses.load(origin, wanted, (missing) => readStatuses(db, missing, origin))
    const listed = await load(ids)
    const quoted = [...listed.values()].flatMap(({ value }) => value.quoted ?? [])
    const all = [...new Set([...ids, ...quoted])]
    const statuses = quoted.length === 0 ? listed : await load(all)
    const seen = await this.#pages.reactions.loadFor(db, reader.viewer, all, 0)
    const authors = [...new Set([...statuses.values()].map(({ value }) => value.author))]
    const accounts = await this.accounts.load(origin, authors, (missing) => readAccounts(db, missing, origin))
    return this.#assemble(ids, reader, urls, { seen, statuses, accounts })
  }

  /** Without an address of its own, a server is asked with any name. Each would have the same entries once more. */
  #isKept(origin: string): boolean {
    if (this.#origins.size < ORIGINS_MAX) this.#origins.add(origin)
    return this.#origins.has(origin)
  }

  /** As answer; null if a part is not cached. */
  find(ids: readonly PostId[], reader: Reader, urls: Urls): string | null {
    const seen = this.#pages.reactions.get('member', reader.viewer)
    const [statuses, accounts] = [this.statuses.entriesOf(urls.origin), this.accounts.entriesOf(urls.origin)]
    return seen ? this.#assemble(ids, reader, urls, { seen, statuses, accounts }) : null
  }

  #assemble(ids: readonly PostId[], reader: Reader, urls: Urls, parts: Parts): string | null {
    let all = ''
    for (const id of ids) {
      const status = this.#assembleOne(id, reader, urls, parts)
      if (status === null) return null
      all = all === '' ? status : `${all},${status}`
    }
    this.statuses.hits += ids.length
    this.accounts.hits += ids.length
    return `[${all}]`
  }

  /** @param isQuoted whether it is shown by one that quotes it, and so without what it quotes itself */
  #assembleOne(id: PostId, reader: Reader, urls: Urls, parts: Parts, isQuoted = false): string | null {
    const { viewer, hidden } = reader
    const { follows } = this.#pages
    const entry = parts.statuses.get(id)
    const ofAuthor = entry?.value && parts.accounts.get(entry.value.author)
    const account = ofAuthor?.value
    const bits = parts.seen.to(id)
    if (!entry?.value || !account || bits === null) return null
    const { json, author, members, followersOf, media, rule, quoted, quotedPost, quotedAuthor, poll } = entry.value
    if (namesHidden(hidden, members) || !mayRead(follows, viewer, followersOf)) return null
    if (quotedAuthor !== null && isMuted(hidden, quotedAuthor)) return null
    // Whoever has voted, or sees more of the results than others, is answered by plain queries.
    if (poll && viewerPollOf(poll, viewer, choicesIn(bits, poll.poll.version))) return null
    const inner = isQuoted ? null : quoted
    const status = inner === null ? null : this.#assembleOne(inner, reader, urls, parts, true)
    if (inner !== null && status === null) return null
    entry.isUsed = true
    ofAuthor.isUsed = true
    const shown =
      typeof media === 'string' ? media : toByteString(mediaJson(media.map((each) => attachmentView(each, urls))))
    const flags = bits & (FLAGS.length - 1)
    let end = ENDS[flags]
    if (quotedPost !== null || rule !== 'everyone') {
      const state = status === null ? 'unauthorized' : 'accepted'
      const quote = quotedPost === null || isQuoted ? 'null' : `{"state":"${state}","quoted_status":${status}}`
      const relation = { viewer, author, follows: rule === 'followers' && mayRead(follows, viewer, author) }
      end = `,"quote":${quote},"quote_approval":${JSON.stringify(approvalView(rule, relation))}${FLAGS[flags]}`
    }
    const pinned = author === viewer ? `,"pinned":${account.pinned === String(id)}` : ''
    return `${json}${account.json}${shown}${end}${pinned}}`
  }
}

async function readStatuses(db: Connection, ids: readonly PostId[], origin: string): Promise<[PostId, StatusJson][]> {
  const hydration = neutralHydration(false, 0)
  const { posts } = await buildPosts(db, ids, hydration)
  const built = new Map(posts.map((each) => [each.post._id, each]))
  // What it quotes is another entry.
  const all = posts.map(({ post: { quote: _, ...post } }) => post)
  return (await statusesOf(db, all, { hydration, urls: urlsAt(origin) })).flatMap((status) => {
    const of = built.get(status.id)
    const [author] = of?.members ?? []
    if (!of || author === undefined) return []
    const json = toByteString(`${stableJson(status).slice(0, -1)},"account":`)
    const isSigned = Number.isFinite(of.until)
    const blurhashOf = (index: number) => status.media_attachments[index]?.blurhash ?? null
    const shown = shownOf(of.post, new Map()).map((each, index) => ({ ...each, blurhash: blurhashOf(index) }))
    const media = isSigned ? shown : toByteString(mediaJson(status.media_attachments))
    const { post, members, followersOf, quotedPost, quotedAuthor, cardId, poll } = of
    const quoted = post.quote?.post ? quotedPost : null
    const rule = quoteRule(post, followersOf !== null)
    const bytes =
      json.length + (typeof media === 'string' ? media.length : JSON.stringify(media).length) + 8 * members.length
    const depends = { members, followersOf, quotedPost, quotedAuthor, cardId, poll }
    return [[of.id, { json, author, media, quoted, rule, bytes, ...depends }]]
  })
}

async function readAccounts(db: Connection, ids: readonly MemberId[], origin: string) {
  const members = await readMembers(db, ids, neutralHydration(false, 0))
  return members.map((member): [MemberId, AccountJson] => {
    const json = toByteString(`${accountJson(accountView(member, urlsAt(origin)))},"media_attachments":`)
    return [Number(member._id) as MemberId, { json, pinned: member.pinnedPost, bytes: json.length }]
  })
}
