import type { Post } from '@quack/contract'
import type { Connection } from '../../database/database.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { isTooLarge } from '../../http/answer-size.ts'
import { type AnswerPlan, JsonAnswer, TagChain } from '../../http/json-answer.ts'
import type { Hydration } from '../../http/list-query.ts'
import { PostListsCache, type ReaderPage } from './post-lists.cache.ts'
import { formOf, PostsCache, withReactions } from './posts.cache.ts'
import { ReactionsCache } from './reactions.cache.ts'
import { VOTED } from './reactions.queries.ts'

/** The page at one address as it is for a reader, or for a visitor; null where that is not cached. */
export type PageFor = (reader: MemberId | null) => ReaderPage | null

/**
 * Puts pages of posts together of what is cached: which posts stand in a list, what the viewer has done with them, and
 * the posts in JSON. Each part is invalidated by itself, so that a like makes one post anew and not every page that
 * shows it. A page is put together within one turn of the event loop, so that its parts are of one instant.
 */
export class PostPages {
  readonly lists: PostListsCache
  readonly posts: PostsCache
  readonly reactions: ReactionsCache

  /** @param toJson writes a post as its schema has it */
  constructor(log: InvalidationLog, toJson: (post: Post) => string) {
    this.lists = new PostListsCache(log)
    this.posts = new PostsCache(log, toJson)
    this.reactions = new ReactionsCache(log)
  }

  /** @returns null where the handler has to answer by plain queries */
  async answerPage(db: Connection, pageFor: PageFor, hydration: Hydration): Promise<JsonAnswer | null> {
    const { viewer, embed } = hydration
    const asked = pageFor(viewer)
    if (!asked) return null
    const plan: AnswerPlan = {
      audience: 'members',
      named: asked.named,
      answer: (asking) => {
        const same = pageFor(asking)
        return same && this.#page(same, asking, embed, plan)
      },
    }
    const { ids } = await this.lists.loadPage(asked)
    await this.#load(db, ids, hydration)
    return this.#page(asked, viewer, embed, plan)
  }

  /** Likewise; null also when the post is gone. */
  async answerPost(db: Connection, id: PostId, hydration: Hydration): Promise<JsonAnswer | null> {
    const { viewer, embed } = hydration
    const plan: AnswerPlan = { audience: 'members', answer: (asking) => this.#post(id, asking, embed, plan) }
    await this.#load(db, [id], hydration)
    return this.#post(id, viewer, embed, plan)
  }

  async #load(db: Connection, ids: readonly PostId[], hydration: Hydration): Promise<void> {
    if (hydration.viewer !== null) await this.reactions.loadFor(db, hydration.viewer, ids)
    await this.posts.loadPosts(db, ids, hydration)
  }

  // Viewer and embed come by themselves from here on: one object of both for each request would outlive the nursery of
  // V8's garbage collector (decision 22).
  #page(asked: ReaderPage, viewer: MemberId | null, embed: number, plan: AnswerPlan): JsonAnswer | null {
    const page = this.lists.find(asked)
    const posts = page && this.#posts(page.ids, viewer, embed)
    if (!posts) return null
    const { nextCursor } = page
    const bytes = `{"posts":[${posts.bytes}],"nextCursor":${nextCursor === null ? 'null' : `"${nextCursor}"`}}`
    return new JsonAnswer(bytes, posts.tags.etag(nextCursor ?? ''), plan)
  }

  #post(id: PostId, viewer: MemberId | null, embed: number, plan: AnswerPlan): JsonAnswer | null {
    const posts = this.#posts([id], viewer, embed)
    return posts && new JsonAnswer(`{"post":${posts.bytes}}`, posts.tags.etag(), plan)
  }

  /** With commas between them. @returns null where one is not cached, or they are more than one answer holds */
  #posts(ids: readonly PostId[], viewer: MemberId | null, embed: number): { bytes: string; tags: TagChain } | null {
    const reactions = viewer === null ? null : this.reactions.find(viewer)
    if (reactions === undefined || (embed > 0 && reactions?.areVotesKnown === false)) return null
    if (reactions) this.reactions.hits++
    const cached = this.posts.in(formOf({ viewer, embed }))
    const tags = new TagChain()
    let bytes = ''
    let size = 0
    for (const id of ids) {
      const entry = cached.get(id)
      const bits = reactions ? reactions.to(id) : 0
      if (!entry || bits === null) return null
      const seen = bits & ~VOTED
      const isPlain = embed === 0 ? seen === 0 : bits === 0
      // The lists inside begin with the viewer then.
      if (!isPlain && embed > 0) return null
      entry.isUsed = true
      tags.add(entry.value.tag)
      if (!isPlain) tags.add({ high: seen, low: seen })
      const text = isPlain ? entry.value.json : withReactions(entry.value, seen)
      bytes = bytes === '' ? text : `${bytes},${text}`
      size += entry.value.weight
    }
    this.posts.hits += ids.length
    return ids.length > 1 && isTooLarge(size) ? null : { bytes, tags }
  }
}
