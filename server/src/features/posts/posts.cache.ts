import type { Post } from '@quack/contract'
import { Cache, type Entries, type Sized } from '../../cache/cache.ts'
import type { Connection } from '../../database/database.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { type Tag, tagOf, toBytes, withPart } from '../../http/json-answer.ts'
import { type Hydration, STRANGER } from '../../http/list-query.ts'
import { makePosts } from './posts.hydrate.ts'
import { BOOKMARKED, DISLIKED, LIKED } from './reactions.queries.ts'

/** Some ten thousand posts, as lists show them. */
const MAX_BYTES = 16 * 2 ** 20

/** What a member has done with a post, as its schema writes it. Texts cannot hold it: quotes are escaped there. */
const reactionsJson = (bits: number): string =>
  `"viewer":${JSON.stringify({
    liked: (bits & LIKED) !== 0,
    disliked: (bits & DISLIKED) !== 0,
    bookmarked: (bits & BOOKMARKED) !== 0,
  })}`
const REACTIONS_JSON = Array.from({ length: 8 }, (_, bits) => reactionsJson(bits))
const NO_REACTIONS = reactionsJson(0)

/** A post as those see it who have done nothing with it. */
export interface PostJson extends Sized {
  readonly json: string
  readonly tag: Tag
  /** Those whose names are in it. */
  readonly members: readonly MemberId[]
  /** What it takes in an answer, as answer-size.ts estimates it. */
  readonly weight: number
}

/** The post as one sees it who has reacted so: that is all the difference where no lists of members are shown. */
export const withReactions = ({ json }: PostJson, bits: number): string =>
  withPart(json, NO_REACTIONS, REACTIONS_JSON[bits] ?? NO_REACTIONS)

/** How posts are shown: to visitors or members, with how long lists inside. A space of the cache for each. */
export const formOf = (viewer: MemberId | null, embed: number): number => 2 * embed + Number(viewer === null)

export type PostEntries = Entries<number, PostId, PostJson>

/** Posts in JSON: pages for different people are put together of the same posts. */
export class PostsCache extends Cache<number, PostId, PostJson> {
  readonly #toJson: (post: Post) => string

  /** @param toJson writes a post as its schema has it */
  constructor(log: InvalidationLog, toJson: (post: Post) => string) {
    const key = (post: number) => post as PostId
    const dependsOn = ({ members }: PostJson, changed: ReadonlySet<number>) => members.some((each) => changed.has(each))
    super(log, { maxBytes: MAX_BYTES, endedBy: { post: { key }, postRemoved: { key }, member: { dependsOn } } })
    this.#toJson = toJson
  }

  /** @param ids as many as make one answer */
  loadPosts(db: Connection, ids: readonly PostId[], hydration: Hydration): Promise<PostEntries> {
    return this.load(formOf(hydration.viewer, hydration.embed), ids, async (missing) => {
      const viewer = hydration.viewer === null ? null : STRANGER
      const { made } = await makePosts(db, missing, { viewer, embed: hydration.embed })
      return made.map(({ id, post, members, weight }) => {
        const text = this.#toJson(post)
        const json = toBytes(text)
        const bytes = json.length + 8 * members.length
        return [id, { bytes, json, tag: tagOf(text), members, weight }]
      })
    })
  }
}
