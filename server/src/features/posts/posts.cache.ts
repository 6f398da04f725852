import type { Post } from '@quack/contract'
import { Cache, type Entries, type Sized } from '../../cache/cache.ts'
import type { Connection } from '../../database/database.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { toByteString } from '../../http/byte-string.ts'
import { type Tag, tagOf } from '../../http/entity-tags.ts'
import { type Hydration, neutralHydration } from '../../http/list-query.ts'
import { PLAIN } from '../media/records/media-addresses.ts'
import { listHiddenIds } from './hidden-posts.queries.ts'
import { buildPosts } from './posts.hydrate.ts'

/** About ten thousand posts, as lists show them. */
const MAX_BYTES = 16 * 2 ** 20

/** A post as a viewer without reactions sees it. */
export interface PostJson extends Sized {
  readonly json: string
  readonly tag: Tag
  /** The members that the JSON names. */
  readonly members: readonly MemberId[]
  /** Its estimated size in an answer (answer-size.ts). */
  readonly weight: number
  /** When the addresses in the JSON change, in milliseconds since 1970. Then it is not used any more. */
  readonly until: number
}

/** In place of a hidden post. Pages leave it out. */
export const HIDDEN: PostJson = { bytes: 8, json: '', tag: tagOf(''), members: [], weight: 0, until: PLAIN.until }

/** The variant of a post: for visitors or members, with nested lists of this length. Each variant is a cache space. */
export const variantOf = (viewer: MemberId | null, embed: number): number => 2 * embed + Number(viewer === null)

export type PostEntries = Entries<number, PostId, PostJson>

/** Posts as JSON. The pages of all viewers are assembled from the same posts. */
export class PostsCache extends Cache<number, PostId, PostJson> {
  readonly #toJson: (post: Post) => string

  constructor(log: InvalidationLog, toJson: (post: Post) => string) {
    const key = (post: number) => post as PostId
    const dependsOn = ({ members }: PostJson, changed: ReadonlySet<number>) => members.some((each) => changed.has(each))
    const invalidatedBy = { post: { key }, postRemoved: { key }, member: { dependsOn }, relation: { dependsOn } }
    super(log, { maxBytes: MAX_BYTES, invalidatedBy })
    this.#toJson = toJson
  }

  /** @param ids at most as many as fit into one answer */
  loadPosts(db: Connection, ids: readonly PostId[], { viewer, embed }: Pick<Hydration, 'viewer' | 'embed'>) {
    const variant = variantOf(viewer, embed)
    const now = Date.now()
    for (const id of ids) {
      const until = this.entriesOf(variant).get(id)?.value.until
      if (until !== undefined && until <= now) this.delete(variant, id)
    }
    return this.load(variant, ids, async (missing) => {
      const { posts } = await buildPosts(db, missing, neutralHydration(viewer === null, embed))
      const absent = missing.filter((id) => !posts.some((built) => built.id === id))
      const hidden = absent.length > 0 ? await listHiddenIds(db, absent) : []
      const shown = posts.map(({ id, post, ...built }) => {
        const text = this.#toJson(post)
        const json = toByteString(text)
        return [id, { ...built, bytes: json.length + 8 * built.members.length, json, tag: tagOf(text) }] as const
      })
      // So that pages that contain hidden posts are still assembled from the cache.
      return [...shown, ...hidden.map((id) => [id, HIDDEN] as const)]
    })
  }
}
