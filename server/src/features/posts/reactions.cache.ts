import { Cache } from '../../cache/cache.ts'
import type { Connection } from '../../database/database.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import * as queries from './reactions.queries.ts'
import { NEWEST_MAX, type Reactions, reactionsOf } from './reactions.ts'

/** About 9,000 members who have each reacted to 120 posts. */
const MAX_BYTES = 16 * 2 ** 20
/** Members' reactions. The `viewer` field of each post depends on them. */
export class ReactionsCache extends Cache<'member', MemberId, Reactions> {
  constructor(log: InvalidationLog) {
    super(log, { maxBytes: MAX_BYTES, invalidatedBy: { reaction: { key: (member) => member as MemberId } } })
  }

  /**
   * Reactions of the member that cover these posts. For a first page without comments only those to posts as new as the
   * page are read, and no votes on comments: to look up the posts of all of these takes longer than the rest of the
   * page.
   */
  async loadFor(db: Connection, member: MemberId, posts: readonly PostId[], embed: number): Promise<Reactions> {
    const { position } = this
    const readSince = async (since: PostId | null) =>
      since === null || embed > 0
        ? reactionsOf(await queries.listNewestReactions(db, { member, limit: NEWEST_MAX }), null)
        : reactionsOf(await queries.listReactionsSince(db, { member, since, limit: NEWEST_MAX }), since)
    const known = this.get('member', member)
    let reactions = known ?? (await readSince(posts.length > 0 ? (Math.min(...posts) as PostId) : null))
    const isUnknown = (post: PostId) => reactions.to(post) === null
    if (reactions.votes === 'none' && (embed > 0 || posts.some(isUnknown))) reactions = await readSince(null)
    const unknown = posts.filter(isUnknown)
    if (unknown.length > 0)
      reactions = reactions.withOlder(unknown, await queries.listReactions(db, { member, posts: unknown }))
    if (reactions === known) return known
    this.misses++
    this.put('member', member, reactions, position)
    return reactions
  }
}
