import type { Post } from '@quack/contract'
import type { ChangeLog } from '../../database/changes.ts'
import type { Connection } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { isTooLarge } from '../../http/answer-size.ts'
import type { Hydration } from '../../http/list-query.ts'
import { type MakeAgain, TagChain, Written } from '../../http/written.ts'
import { KnownLists } from './known-lists.ts'
import { KnownMarks } from './known-marks.ts'
import { KnownPosts } from './known-posts.ts'
import { VOTED } from './marks.queries.ts'
import type { Marks } from './marks.ts'
import type { PageFor, ViewedPage } from './remembered-page.ts'

/** Several posts in JSON, with commas between them. */
interface WrittenPosts {
  readonly bytes: string
  readonly tags: TagChain
}

/**
 * Makes pages of posts of parts that are remembered: which posts stand in a list, what the viewer has done with them,
 * and the posts in JSON. Each part is forgotten by itself when it changes, so that a like makes one post anew and not
 * every page that shows it. Pages are made at once, within one turn of the event loop, so that all their parts are of
 * one instant.
 */
export class PostMemory {
  readonly lists: KnownLists
  readonly posts: KnownPosts
  readonly marks: KnownMarks

  /** @param toJson writes a post as its schema has it */
  constructor(log: ChangeLog, toJson: (post: Post) => string) {
    this.lists = new KnownLists(log)
    this.posts = new KnownPosts(log, toJson)
    this.marks = new KnownMarks(log)
  }

  /**
   * @param pageFor the page as it is for a viewer; null when it is not known
   * @returns null where memory has not all that it takes, and plain queries have to do
   */
  async writePage(db: Connection, pageFor: PageFor, hydration: Hydration): Promise<Written | null> {
    const viewed = pageFor(hydration.viewer)
    if (!viewed) return null
    const { embed } = hydration
    const again: MakeAgain = (viewer) => {
      const same = pageFor(viewer)
      return same && this.#page(same, viewer, embed, again)
    }
    const { ids } = this.lists.find(viewed) ?? (await this.lists.read(viewed))
    await this.#remember(db, ids, hydration)
    return this.#page(viewed, hydration.viewer, embed, again)
  }

  /** Likewise; null also when the post is gone. */
  async writePost(db: Connection, id: PostId, hydration: Hydration): Promise<Written | null> {
    const { viewer, embed } = hydration
    const again: MakeAgain = (asking) => this.#post(id, asking, embed, again)
    await this.#remember(db, [id], hydration)
    return this.#post(id, viewer, embed, again)
  }

  async #remember(db: Connection, ids: readonly PostId[], { viewer, embed }: Hydration): Promise<void> {
    if (viewer !== null) await this.marks.read(db, viewer, ids)
    await this.posts.read(db, ids, { embed, isGuest: viewer === null })
  }

  // From here on viewer and embed come by themselves: an object of both for each request would be all that the nursery
  // does not take back at once (decision 22).
  #page(viewed: ViewedPage, viewer: MemberId | null, embed: number, again: MakeAgain): Written | null {
    const page = this.lists.find(viewed)
    const posts = page && this.#posts(page.ids, viewer, embed)
    if (!posts) return null
    const { nextCursor } = page
    const bytes = `{"posts":[${posts.bytes}],"nextCursor":${nextCursor === null ? 'null' : `"${nextCursor}"`}}`
    return new Written(bytes, posts.tags.etag(nextCursor ?? ''), again)
  }

  #post(id: PostId, viewer: MemberId | null, embed: number, again: MakeAgain): Written | null {
    const posts = this.#posts([id], viewer, embed)
    return posts && new Written(`{"post":${posts.bytes}}`, posts.tags.etag(), again)
  }

  /** @returns null when one of them is not remembered, or they are more than one answer holds */
  #posts(ids: readonly PostId[], viewer: MemberId | null, embed: number): WrittenPosts | null {
    const marks = viewer === null ? null : this.#marksOf(viewer, embed)
    if (marks === undefined) return null
    const known = this.posts.current({ embed, isGuest: viewer === null })
    const tags = new TagChain()
    let bytes = ''
    let size = 0
    for (const id of ids) {
      const post = known.get(id)
      const bits = marks ? marks.of(id) : 0
      if (!post || bits === null) return null
      const seen = bits & ~VOTED
      const isPlain = embed === 0 ? seen === 0 : bits === 0
      // The lists inside begin with the viewer then.
      if (!isPlain && embed > 0) return null
      post.isUsed = true
      tags.add(post.tag)
      if (!isPlain) tags.add({ high: seen, low: seen })
      const text = isPlain ? post.bytes : post.marked(seen)
      bytes = bytes === '' ? text : `${bytes},${text}`
      size += post.size
    }
    this.posts.hits += ids.length
    return ids.length > 1 && isTooLarge(size) ? null : { bytes, tags }
  }

  /** Undefined when they are not remembered as well as it takes. */
  #marksOf(viewer: MemberId, embed: number): Marks | undefined {
    const marks = this.marks.find(viewer)
    const isEnough = marks && (embed === 0 || marks.areVotesKnown)
    if (isEnough) this.marks.hits++
    return isEnough ? marks : undefined
  }
}
