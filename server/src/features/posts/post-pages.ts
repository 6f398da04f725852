import type { Post } from '@quack/contract'
import type { Connection } from '../../database/database.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { EtagBuilder } from '../../http/answers/entity-tags.ts'
import { JsonAnswer } from '../../http/answers/json-answer.ts'
import { isTooLarge } from '../../reading/answer-size.ts'
import { type Hidden, isHidden, isMuted, namesHidden } from '../../reading/hidden.ts'
import type { Hydration } from '../../reading/list-query.ts'
import { type FollowsCache, mayRead } from '../follows/follows.cache.ts'
import { type CachedList, type IdPage, listPage, type PageKey, type PageReader, type Place } from './list-page.ts'
import { type PostEntries, withBecause, withReactions } from './post-json.ts'
import { PostListsCache } from './post-lists.cache.ts'
import { viewerPollOf } from './post-polls.ts'
import { PostsCache, variantOf } from './posts.cache.ts'
import { ReactionsCache } from './reactions.cache.ts'
import { choicesIn, POLLED, VOTED } from './reactions.queries.ts'
import type { ViewerReactions } from './reactions.ts'

export type PostKey = { readonly post: PostId; readonly embed: number }

/** What an answer is assembled from, besides the ids. */
interface Parts {
  readonly viewer: MemberId | null
  /** Sees posts for followers; null for a page that has only posts for everyone. */
  readonly reader: MemberId | null
  readonly hidden: Hidden
  readonly reactions: ViewerReactions
  readonly posts: PostEntries
  /** Of a page, what earlier answers have found in `posts`, and this one adds to. */
  readonly found?: NonNullable<IdPage['found']> | undefined
}

const ANYONE: PageReader = { id: null, authors: 'all' }

/**
 * Assembles pages of posts from three caches: the ids in a list, the viewer's reactions, and the posts as JSON. Each
 * part is invalidated separately, so a like invalidates one post and not every page that shows it. If all parts are
 * cached, a page is assembled synchronously.
 */
export class PostPages {
  readonly lists: PostListsCache
  readonly posts: PostsCache
  readonly reactions: ReactionsCache
  readonly follows: FollowsCache

  constructor(log: InvalidationLog, follows: FollowsCache, toJson: (post: Post) => string) {
    this.follows = follows
    this.lists = new PostListsCache(log)
    this.posts = new PostsCache(log, toJson)
    this.reactions = new ReactionsCache(log)
  }

  /**
   * The posts on a page of `lists`. What is not cached is read.
   * @returns null if the handler has to answer with plain queries
   */
  async answerPage(
    db: Connection,
    key: PageKey,
    reader: PageReader,
    listed: IdPage,
    { viewer, embed, hidden }: Hydration,
  ): Promise<JsonAnswer<PageKey> | null> {
    const reactions = viewer === null ? null : await this.reactions.loadFor(db, viewer, listed.ids, embed)
    const posts = await this.posts.loadPosts(db, listed.ids, { viewer, embed })
    // A new post that is for followers was added to a page for everyone, which has to be read again.
    const isStale = reader.authors === 'all' && listed.ids.some((id) => posts.get(id)?.value.followersOf)
    if (isStale) this.lists.delete(key.name, reader.id)
    return this.#answer(key, listed, {
      viewer,
      reader: reader.authors === 'all' ? null : viewer,
      hidden,
      reactions,
      posts,
    })
  }

  /** A page of posts; null if a part is not cached, or the handler has to answer. */
  findPage(key: PageKey, reader: PageReader, viewer: MemberId, hidden: Hidden): JsonAnswer<PageKey> | null {
    const listed = this.lists.find(key, reader)
    if (!listed) return null
    const posts = this.posts.entriesOf(variantOf(viewer, key.embed))
    const reactions = this.reactions.get('member', viewer)
    // To look up all its posts is a third of what a page costs, because they are all over the memory. In one variant only:
    // members' lists without nested lists, as our client asks for them.
    if (key.embed === 0) listed.found ??= new Array(listed.ids.length).fill(undefined)
    return this.#answer(key, listed, {
      viewer,
      reader: reader.authors === 'all' ? null : viewer,
      hidden,
      reactions,
      posts,
      found: key.embed === 0 ? listed.found : undefined,
    })
  }

  /** As answerPage, for a page of a list that is the same for all viewers, except for posts that some do not see. */
  async answerShared<Key extends Place, Row extends Key & { readonly id: PostId }>(
    db: Connection,
    list: CachedList<Key, Row>,
    hydration: Hydration,
  ): Promise<JsonAnswer<PageKey> | null> {
    const page = listPage(list, hydration.embed)
    const reader = this.#readerOf(page.key, hydration.viewer, hydration.hidden)
    return reader && this.answerPage(db, page.key, reader, await this.lists.loadPage(page, reader), hydration)
  }

  /** As answerShared; null if a part is not cached. */
  findShared(key: PageKey, viewer: MemberId, hidden: Hidden): JsonAnswer<PageKey> | null {
    const reader = this.#readerOf(key, viewer, hidden)
    return reader && this.findPage(key, reader, viewer, hidden)
  }

  /** Whose page of a shared list a viewer gets; null if the handler has to answer. */
  #readerOf({ named, isForFollowers }: PageKey, viewer: MemberId | null, hidden: Hidden): PageReader | null {
    if (named !== undefined) {
      // The list may be empty, so that no post of it names the member.
      if (isHidden(hidden, named) || !mayRead(this.follows, viewer, isForFollowers ? named : null)) return null
      // The member's own hidden posts are on a page of their own.
      return { id: viewer === named ? named : null, authors: named, hasReposts: true }
    }
    const { unlisted, words } = hidden
    if (words) return null
    // A viewer who does not see everybody has pages of their own in a list of everybody's posts.
    return unlisted.length === 0 ? ANYONE : { id: viewer, authors: 'all', without: unlisted }
  }

  /** As answerPage, for one post; also null if it is gone, or hidden. */
  async answerPost(
    db: Connection,
    post: PostId,
    { viewer, embed, hidden }: Hydration,
  ): Promise<JsonAnswer<PostKey> | null> {
    const reactions = viewer === null ? null : await this.reactions.loadFor(db, viewer, [post], embed)
    const posts = await this.posts.loadPosts(db, [post], { viewer, embed })
    return this.#answer({ post, embed }, post, { viewer, reader: viewer, hidden, reactions, posts })
  }

  /** As answerPost; null if a part is not cached. */
  findPost(key: PostKey, viewer: MemberId, hidden: Hidden): JsonAnswer<PostKey> | null {
    const posts = this.posts.entriesOf(variantOf(viewer, key.embed))
    const reactions = this.reactions.get('member', viewer)
    return this.#answer(key, key.post, { viewer, reader: viewer, hidden, reactions, posts })
  }

  /**
   * Assembles a page of posts, or one post.
   * @returns null if a part is not cached, if the viewer does not see a post as it is cached, or if the answer is too
   * large
   */
  #answer<Key extends PageKey | PostKey>(
    key: Key,
    asked: IdPage | PostId,
    { viewer, reader, hidden, reactions, posts, found }: Parts,
  ): JsonAnswer<Key> | null {
    const { embed } = key
    if (reactions === undefined || (embed > 0 && reactions && reactions.votes !== 'all')) return null
    if (reactions) this.reactions.hits++
    const isPage = typeof asked !== 'number'
    const ids = isPage ? asked.ids : [asked]
    const because = isPage ? asked.because : undefined
    const start = isPage ? '{"posts":[' : '{"post":'
    const tags = new EtagBuilder()
    if (because) tags.add(because.tag)
    const now = Date.now()
    let bytes = start
    let size = 0
    let index = 0
    let reason = 0
    for (const id of ids) {
      let entry = found?.[index]
      if (!entry?.value) {
        entry = posts.get(id)
        if (found) found[index] = entry
      }
      const post = entry?.value
      const bits = reactions ? reactions.to(id) : 0
      if (!entry || !post || bits === null || (post.until !== null && post.until <= now)) return null
      const { members, followersOf, quotedAuthor, poll } = post
      if (namesHidden(hidden, members)) return null
      if (!mayRead(this.follows, reader, followersOf)) return null
      if (quotedAuthor !== null && isMuted(hidden, quotedAuthor)) return null
      const choices = poll ? choicesIn(bits, poll.poll.version) : 0
      const ownPoll = poll ? viewerPollOf(poll, viewer, choices) : undefined
      const reacted = bits % POLLED
      const seen = reacted & ~VOTED
      const isPlain = ownPoll === undefined && (embed === 0 ? seen === 0 : reacted === 0)
      // With nested lists, the viewer comes first in them; the cached JSON does not have that.
      if (!isPlain && embed > 0) return null
      if (!entry.isUsed) entry.isUsed = true
      tags.add(post)
      const own = seen + POLLED * choices
      if (!isPlain) tags.add({ high: own, low: own })
      // Readers who see no results are not told by the tag that somebody has voted.
      if (ownPoll?.results && post.resultsTag) tags.add(post.resultsTag)
      let text = isPlain ? post.json : withReactions(post.json, seen, ownPoll)
      if (because && because.at[reason] === index) text = withBecause(text, because.texts[reason++] ?? '')
      index++
      bytes = bytes === start ? bytes + text : `${bytes},${text}`
      size += post.weight
    }
    this.posts.hits += ids.length
    if (ids.length > 1 && isTooLarge(size)) return null
    const next = isPage ? asked.nextCursor : null
    const end = isPage ? `],"nextCursor":${next === null ? 'null' : `"${next}"`}}` : '}'
    return new JsonAnswer(bytes + end, tags.etag(next ?? ''), key)
  }
}
