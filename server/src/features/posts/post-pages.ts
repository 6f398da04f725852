import type { Post } from '@quack/contract'
import type { Connection } from '../../database/database.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { isTooLarge } from '../../http/answer-size.ts'
import { EtagBuilder } from '../../http/entity-tags.ts'
import { type Hidden, namesHidden } from '../../http/hidden.ts'
import { type AnswerPlan, JsonAnswer } from '../../http/json-answer.ts'
import type { Hydration } from '../../http/list-query.ts'
import type { FollowsCache } from '../follows/follows.cache.ts'
import { mayRead } from '../follows/may-read.ts'
import type { HiddenCache } from '../members/hidden.cache.ts'
import { withBecause } from './because-json.ts'
import type { IdPage, PageFor } from './list-page.ts'
import type { PostEntries } from './post-json.ts'
import { PostListsCache } from './post-lists.cache.ts'
import { PostsCache, variantOf } from './posts.cache.ts'
import { ReactionsCache } from './reactions.cache.ts'
import { VOTED } from './reactions.queries.ts'
import type { ViewerReactions } from './reactions.ts'
import { withReactions } from './reactions-json.ts'

/**
 * Assembles pages of posts from three caches: the ids in a list, the viewer's reactions, and the posts as JSON. Each
 * part is invalidated separately, so a like invalidates one post and not every page that shows it. If all parts are
 * cached, a page is assembled synchronously.
 */
export class PostPages {
  readonly lists: PostListsCache
  readonly posts: PostsCache
  readonly reactions: ReactionsCache
  readonly #hidden: HiddenCache
  readonly follows: FollowsCache

  constructor(log: InvalidationLog, hidden: HiddenCache, follows: FollowsCache, toJson: (post: Post) => string) {
    this.#hidden = hidden
    this.follows = follows
    this.lists = new PostListsCache(log)
    this.posts = new PostsCache(log, toJson)
    this.reactions = new ReactionsCache(log)
  }

  /** @returns null if the handler has to answer with plain queries */
  async answerPage(db: Connection, pageFor: PageFor, { viewer, embed, hidden }: Hydration): Promise<JsonAnswer | null> {
    const asked = pageFor(viewer, hidden)
    if (!asked) return null
    const isShared = asked.authors === 'all'
    const plan: AnswerPlan = {
      audience: 'members',
      named: asked.named,
      answer: (asking) => {
        const sees = this.#hidden.find(asking)
        const same = sees && pageFor(asking, sees)
        const page = same && this.lists.find(same)
        const reader = isShared ? null : asking
        const posts = this.posts.entriesOf(variantOf(asking, embed))
        return page && this.#answer(page, reader, sees, this.#reactionsOf(asking), posts, embed, plan)
      },
    }
    const page = await this.lists.loadPage(asked)
    const reactions = viewer === null ? null : await this.reactions.loadFor(db, viewer, page.ids, embed)
    const posts = await this.posts.loadPosts(db, page.ids, { viewer, embed })
    // A new post that is for followers was added to a page for everyone, which has to be read again.
    const isStale = isShared && page.ids.some((id) => posts.get(id)?.value.followersOf)
    if (isStale) this.lists.delete(asked.page.name, asked.reader)
    return this.#answer(page, isShared ? null : viewer, hidden, reactions, posts, embed, plan)
  }

  /** As answerPage; also null if the post is gone, or hidden. */
  async answerPost(db: Connection, id: PostId, { viewer, embed, hidden }: Hydration): Promise<JsonAnswer | null> {
    const plan: AnswerPlan = {
      audience: 'members',
      answer: (asking) => {
        const sees = this.#hidden.find(asking)
        const posts = this.posts.entriesOf(variantOf(asking, embed))
        return sees && this.#answer(id, asking, sees, this.#reactionsOf(asking), posts, embed, plan)
      },
    }
    const reactions = viewer === null ? null : await this.reactions.loadFor(db, viewer, [id], embed)
    const posts = await this.posts.loadPosts(db, [id], { viewer, embed })
    return this.#answer(id, viewer, hidden, reactions, posts, embed, plan)
  }

  #reactionsOf(viewer: MemberId | null): ViewerReactions {
    return viewer === null ? null : this.reactions.get('member', viewer)
  }

  /**
   * Assembles a page of posts, or one post. The parts are separate parameters: an object of them per request would be
   * promoted to V8's old generation (decision 22).
   * @param reader sees posts for followers; null for a page that has only posts for everyone
   * @returns null if a part is not cached, a post names a hidden member or may be for others, or the answer is too large
   */
  #answer(
    asked: IdPage | PostId,
    reader: MemberId | null,
    hidden: Hidden,
    reactions: ViewerReactions,
    posts: PostEntries,
    embed: number,
    plan: AnswerPlan,
  ): JsonAnswer | null {
    if (reactions === undefined || (embed > 0 && reactions && reactions.votes !== 'all')) return null
    if (reactions) this.reactions.hits++
    const isPage = typeof asked !== 'number'
    const ids = isPage ? asked.ids : [asked]
    const because = isPage ? asked.because : undefined
    const start = isPage ? '{"posts":[' : '{"post":'
    const tags = new EtagBuilder()
    const now = Date.now()
    let bytes = start
    let size = 0
    for (const id of ids) {
      const entry = posts.get(id)
      const bits = reactions ? reactions.to(id) : 0
      if (!entry || entry.value.until <= now || bits === null || namesHidden(hidden, entry.value.members)) return null
      if (!mayRead(this.follows, reader, entry.value.followersOf)) return null
      const seen = bits & ~VOTED
      const isPlain = embed === 0 ? seen === 0 : bits === 0
      // With nested lists, the viewer comes first in them; the cached JSON does not have that.
      if (!isPlain && embed > 0) return null
      entry.isUsed = true
      tags.add(entry.value.tag)
      if (!isPlain) tags.add({ high: seen, low: seen })
      let text = isPlain ? entry.value.json : withReactions(entry.value.json, seen)
      const reason = because?.get(id)
      if (reason) {
        tags.add(reason.tag)
        text = withBecause(text, reason)
      }
      bytes = bytes === start ? bytes + text : `${bytes},${text}`
      size += entry.value.weight
    }
    this.posts.hits += ids.length
    if (ids.length > 1 && isTooLarge(size)) return null
    const next = isPage ? asked.nextCursor : null
    const end = isPage ? `],"nextCursor":${next === null ? 'null' : `"${next}"`}}` : '}'
    return new JsonAnswer(bytes + end, tags.etag(next ?? ''), plan)
  }
}
