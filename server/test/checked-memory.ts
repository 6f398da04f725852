import { ENDPOINTS, type Member, type Post } from '@quack/contract'
import type { ChangeLog } from '../src/database/changes.ts'
import type { Connection } from '../src/database/database.ts'
import type { MemberId, PostId } from '../src/database/schema.ts'
import { MemberMemory } from '../src/features/members/member-memory.ts'
import { hydrateMembers } from '../src/features/members/members.hydrate.ts'
import { PostMemory } from '../src/features/posts/post-memory.ts'
import { hydratePosts } from '../src/features/posts/posts.hydrate.ts'
import type { PageFor } from '../src/features/posts/remembered-page.ts'
import type { Hydration } from '../src/http/list-query.ts'
import { serializerOf } from '../src/http/serialization.ts'
import type { Written } from '../src/http/written.ts'
import { createMemory, type Memory } from '../src/memory.ts'
import { withoutInstant } from './instant.ts'

/** What puts an answer together, and what makes the same by plain queries. */
type Write = () => Promise<Written | null>
type Plain = (hydration: Hydration) => Promise<string | null>
type Compare = (what: string, hydration: Hydration, write: Write, plain: Plain) => Promise<Written | null>

export interface CheckedMemory extends Memory {
  /** What was put together and is not what the queries give. */
  readonly stale: readonly string[]
}

/**
 * Puts answers together as the server does, makes each by plain queries as well, and compares: whatever the tests of the
 * whole suite do, both must be the same. So must what is made again, for the same member and for the one who asked for
 * something before.
 */
export function createCheckedMemory(log: ChangeLog): CheckedMemory {
  const memory = createMemory(log)
  const stale: string[] = []
  let askedBefore: MemberId | null = null

  const compare: Compare = async (what, { viewer, embed }, write, plain) => {
    const { position } = log
    const written = await write()
    const viewers = new Set([viewer, askedBefore])
    askedBefore = viewer
    for (const each of viewers) {
      const anew = withoutInstant((await plain({ viewer: each, embed })) ?? '')
      const again = each === null ? null : written?.again?.(each)
      const made = [each === viewer ? written : null, again].filter((answer) => answer != null)
      // What is made while others write need not be the same a moment later.
      if (log.position !== position) break
      for (const { bytes } of made) {
        const json = Buffer.from(bytes, 'latin1').toString()
        if (withoutInstant(json) !== anew) stale.push(`${what}, for ${each}\n  put together: ${json}\n  anew: ${anew}`)
      }
    }
    return written
  }

  return {
    ...memory,
    stale,
    posts: new CheckedPosts(log, compare),
    members: new CheckedMembers(log, memory, compare),
  }
}

class CheckedPosts extends PostMemory {
  readonly #compare: Compare
  readonly #toJson: (post: Post) => string

  constructor(log: ChangeLog, compare: Compare) {
    const toJson = serializerOf(ENDPOINTS.getPost.answer.properties.post)
    super(log, toJson)
    this.#compare = compare
    this.#toJson = toJson
  }

  override writePage(db: Connection, pageFor: PageFor, hydration: Hydration): Promise<Written | null> {
    const viewed = pageFor(hydration.viewer)
    if (!viewed) return super.writePage(db, pageFor, hydration)
    return this.#compare(
      viewed.page.name,
      hydration,
      () => super.writePage(db, pageFor, hydration),
      async (plain) => {
        const same = pageFor(plain.viewer)
        if (!same) return null
        const { ids, nextCursor } = await same.page.read(same.viewer)
        const { entities } = await hydratePosts(db, ids, plain)
        return `{"posts":[${entities.map(this.#toJson).join()}],"nextCursor":${JSON.stringify(nextCursor)}}`
      },
    )
  }

  override writePost(db: Connection, id: PostId, hydration: Hydration): Promise<Written | null> {
    return this.#compare(
      `post ${id}`,
      hydration,
      () => super.writePost(db, id, hydration),
      async (plain) => {
        const { entities } = await hydratePosts(db, [id], plain)
        return entities[0] ? `{"post":${this.#toJson(entities[0])}}` : null
      },
    )
  }
}

class CheckedMembers extends MemberMemory {
  readonly #compare: Compare
  readonly #toJson: (member: Member) => string

  constructor(log: ChangeLog, { circles }: Memory, compare: Compare) {
    const toJson = serializerOf(ENDPOINTS.getMember.answer.properties.user)
    super(log, circles, toJson)
    this.#compare = compare
    this.#toJson = toJson
  }

  override writeMember(db: Connection, id: MemberId, hydration: Hydration): Promise<Written | null> {
    return this.#compare(
      `member ${id}`,
      hydration,
      () => super.writeMember(db, id, hydration),
      async (plain) => {
        const { entities } = await hydrateMembers(db, [id], plain)
        return entities[0] ? `{"user":${this.#toJson(entities[0])}}` : null
      },
    )
  }
}
