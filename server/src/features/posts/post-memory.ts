import type { Post } from '@quack/contract'
import type { ChangeLog } from '../../database/changes.ts'
import type { Connection } from '../../database/database.ts'
import type { PostId } from '../../database/schema.ts'
import { isTooLarge } from '../../http/answer-size.ts'
import type { Hydration } from '../../http/list-query.ts'
import { etagOfParts, type Tag, tagOf, Written } from '../../http/written.ts'
import { KnownLists } from './known-lists.ts'
import { KnownMarks } from './known-marks.ts'
import { KnownPosts, type WrittenPost } from './known-posts.ts'
import type { RememberedList } from './posts.answer.ts'
import { makePosts } from './posts.hydrate.ts'

const NONE: ReadonlySet<PostId> = new Set()
const NO_POSTS: ReadonlyMap<PostId, WrittenPost> = new Map()

/**
 * Makes pages of posts of parts that are remembered: which posts stand in a list, what the viewer has done with them,
 * and the posts in JSON. Each part is forgotten by itself when it changes, so that a like makes one post anew and not
 * every page that shows it.
 */
export class PostMemory {
  readonly lists: KnownLists
  readonly posts: KnownPosts
  readonly marks: KnownMarks
  readonly #toJson: (post: Post) => string

  /** @param toJson writes a post as its schema has it */
  constructor(log: ChangeLog, toJson: (post: Post) => string) {
    this.lists = new KnownLists(log)
    this.posts = new KnownPosts(log)
    this.marks = new KnownMarks(log)
    this.#toJson = toJson
  }

  /** @returns null where the page has to end early, for it would grow too large */
  async writePage<Place extends { readonly id: number }, Row extends Place & { readonly id: PostId }>(
    db: Connection,
    list: RememberedList<Place, Row>,
    hydration: Hydration,
  ): Promise<Written | null> {
    const { ids, nextCursor } = await this.lists.read(list)
    const posts = await this.#writePosts(db, ids, hydration)
    if (!posts) return null
    const { texts, tags } = posts
    const json = `{"posts":[${texts.join()}],"nextCursor":${JSON.stringify(nextCursor)}}`
    return new Written(json, etagOfParts(tags, nextCursor ?? ''))
  }

  /** @returns null when the post is gone */
  async writePost(db: Connection, id: PostId, hydration: Hydration): Promise<Written | null> {
    const posts = await this.#writePosts(db, [id], hydration)
    const [text] = posts?.texts ?? []
    return posts && text !== undefined ? new Written(`{"post":${text}}`, etagOfParts(posts.tags)) : null
  }

  async #writePosts(
    db: Connection,
    ids: readonly PostId[],
    hydration: Hydration,
  ): Promise<{ texts: string[]; tags: Tag[] } | null> {
    const { viewer, embed, sources } = hydration
    const marked = viewer === null ? NONE : await this.marks.of(db, viewer, ids, embed)
    const unmarked = marked.size > 0 ? ids.filter((id) => !marked.has(id)) : ids
    const known = await this.posts.list(db, unmarked, { embed, isGuest: viewer === null }, this.#toJson)
    const own = marked.size > 0 ? await this.#writeOwn(db, [...marked], hydration) : NO_POSTS
    if (!known || !own) return null

    const texts: string[] = []
    const tags: Tag[] = []
    let weight = 0
    if (sources && viewer !== null) sources.member(viewer)
    for (const id of ids) {
      const post = known.get(id) ?? own.get(id)
      if (!post) continue
      texts.push(post.json)
      tags.push(post.tag)
      weight += post.weight
      sources?.post(id, post.members)
    }
    return texts.length > 1 && isTooLarge(weight) ? null : { texts, tags }
  }

  /** Posts that look different to this viewer. */
  async #writeOwn(db: Connection, ids: readonly PostId[], { viewer, embed }: Hydration) {
    const { made, taken } = await makePosts(db, ids, { viewer, embed })
    if (taken < ids.length) return null
    return new Map(
      made.map(({ id, members, weight, post }): [PostId, WrittenPost] => {
        const json = this.#toJson(post)
        return [id, { json, tag: tagOf(json), members, weight }]
      }),
    )
  }
}
