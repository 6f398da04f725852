import { ENDPOINTS, type Member, type Post } from '@quack/contract'
import type { ChangeLog } from '../src/database/changes.ts'
import type { Connection } from '../src/database/database.ts'
import type { MemberId, PostId } from '../src/database/schema.ts'
import { MemberMemory } from '../src/features/members/member-memory.ts'
import { hydrateMembers } from '../src/features/members/members.hydrate.ts'
import { PostMemory } from '../src/features/posts/post-memory.ts'
import { hydratePosts } from '../src/features/posts/posts.hydrate.ts'
import type { RememberedList } from '../src/features/posts/remembered-list.ts'
import type { Hydration } from '../src/http/list-query.ts'
import { serializerOf } from '../src/http/serialization.ts'
import type { Written } from '../src/http/written.ts'
import { createMemory, type Memory } from '../src/memory.ts'
import { withoutInstant } from './instant.ts'

/** What was put together, and what plain queries give. */
type Compare = (
  what: string,
  written: () => Promise<Written | null>,
  plain: () => Promise<string | null>,
) => ReturnType<typeof written>

export interface CheckedMemory extends Memory {
  /** What was put together and is not what the queries give. */
  readonly stale: readonly string[]
}

/**
 * Puts answers together as the server does, makes each by plain queries as well, and compares: whatever the tests of the
 * whole suite do, both must be the same. What is made again, as for one who asks once more, is compared too.
 */
export function createCheckedMemory(log: ChangeLog): CheckedMemory {
  const memory = createMemory(log)
  const stale: string[] = []

  async function compare(what: string, write: () => Promise<Written | null>, make: () => Promise<string | null>) {
    const { position } = log
    const written = await write()
    const anew = await make()
    const again = written?.again?.() ?? written
    // What is made while others write need not be the same a moment later.
    if (log.position !== position || !written || !again) return written
    for (const { bytes } of [written, again]) {
      const json = Buffer.from(bytes, 'latin1').toString()
      if (withoutInstant(json) === withoutInstant(anew ?? '')) continue
      stale.push(`${what}\n  put together: ${json}\n  anew: ${anew}`)
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

  override writePage(db: Connection, list: RememberedList, hydration: Hydration): Promise<Written | null> {
    return this.#compare(
      list.name,
      () => super.writePage(db, list, hydration),
      async () => {
        const { ids, nextCursor } = await list.read()
        const { entities } = await hydratePosts(db, ids, hydration)
        return `{"posts":[${entities.map(this.#toJson).join()}],"nextCursor":${JSON.stringify(nextCursor)}}`
      },
    )
  }

  override writePost(db: Connection, id: PostId, hydration: Hydration): Promise<Written | null> {
    return this.#compare(
      `post ${id}`,
      () => super.writePost(db, id, hydration),
      async () => {
        const { entities } = await hydratePosts(db, [id], hydration)
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
      () => super.writeMember(db, id, hydration),
      async () => {
        const { entities } = await hydrateMembers(db, [id], hydration)
        return entities[0] ? `{"user":${this.#toJson(entities[0])}}` : null
      },
    )
  }
}
