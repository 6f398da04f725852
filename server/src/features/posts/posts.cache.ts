import type { Post } from '@quack/contract'
import { Cache } from '../../cache/cache.ts'
import type { Connection } from '../../database/database.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { type Hydration, neutralHydration } from '../../reading/list-query.ts'
import { type PostJson, postJson } from './post-json.ts'
import { buildPosts } from './posts.hydrate.ts'

/** About ten thousand posts of 1,400 bytes. */
const MAX_BYTES = 16 * 2 ** 20

/** The variant of a post: for visitors or members, with nested lists of this length. Each variant is a cache space. */
export const variantOf = (viewer: MemberId | null, embed: number): number => 2 * embed + Number(viewer === null)

/** Posts as JSON. The pages of all viewers are assembled from the same posts. */
export class PostsCache extends Cache<number, PostId, PostJson> {
  readonly #toJson: (post: Post) => string

  constructor(log: InvalidationLog, toJson: (post: Post) => string) {
    const key = (post: number) => post as PostId
    const dependsOn = ({ members }: PostJson, changed: ReadonlySet<number>) => members.some((each) => changed.has(each))
    const quotes = ({ quotedPost }: PostJson, changed: ReadonlySet<number>) =>
      quotedPost !== null && changed.has(quotedPost)
    const shows = ({ cardId }: PostJson, changed: ReadonlySet<number>) => cardId !== null && changed.has(cardId)
    const invalidatedBy = {
      ...{ post: { key }, postRemoved: { key }, quoted: { dependsOn: quotes }, card: { dependsOn: shows } },
      ...{ member: { dependsOn }, relation: { dependsOn } },
    }
    super(log, { maxBytes: MAX_BYTES, invalidatedBy })
    this.#toJson = toJson
  }

  /** @param ids at most as many as fit into one answer */
  loadPosts(db: Connection, ids: readonly PostId[], { viewer, embed }: Pick<Hydration, 'viewer' | 'embed'>) {
    const variant = variantOf(viewer, embed)
    const isOver = (id: PostId) => (this.entriesOf(variant).get(id)?.value?.until ?? Infinity) <= Date.now()
    for (const id of ids.filter(isOver)) this.delete(variant, id)
    return this.load(variant, ids, async (missing) => {
      const { posts } = await buildPosts(db, missing, neutralHydration(viewer === null, embed))
      return posts.map((built) => [built.id, postJson(built, this.#toJson)])
    })
  }
}
