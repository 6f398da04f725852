import type { Post } from '@quack/contract'
import type { ChangeLog } from '../src/database/changes.ts'
import type { Connection } from '../src/database/database.ts'
import type { PostId } from '../src/database/schema.ts'
import { PostMemory } from '../src/features/posts/post-memory.ts'
import { type RememberedList, readPostsPage } from '../src/features/posts/posts.answer.ts'
import { hydratePosts } from '../src/features/posts/posts.hydrate.ts'
import type { Hydration } from '../src/http/list-query.ts'
import type { Written } from '../src/http/written.ts'
import { withoutInstant } from './instant.ts'

/**
 * Puts pages together as the server does, makes each by plain queries as well, and compares: whatever the tests of the
 * whole suite do, both must be the same.
 */
export class CheckedMemory extends PostMemory {
  /** What was put together and is not what the queries give. */
  readonly stale: string[] = []
  readonly #log: ChangeLog
  readonly #toJson: (post: Post) => string

  constructor(log: ChangeLog, toJson: (post: Post) => string) {
    super(log, toJson)
    this.#log = log
    this.#toJson = toJson
  }

  override writePage<Place extends { readonly id: number }, Row extends Place & { readonly id: PostId }>(
    db: Connection,
    list: RememberedList<Place, Row>,
    hydration: Hydration,
  ): Promise<Written | null> {
    return this.#compare(
      list.name,
      () => super.writePage(db, list, hydration),
      async () => {
        const { posts, nextCursor } = await readPostsPage(db, list, plain(hydration))
        return this.#listed(posts, nextCursor)
      },
    )
  }

  override writePost(db: Connection, id: PostId, hydration: Hydration): Promise<Written | null> {
    return this.#compare(
      `post ${id}`,
      () => super.writePost(db, id, hydration),
      async () => {
        const { entities } = await hydratePosts(db, [id], plain(hydration))
        return entities[0] ? `{"post":${this.#toJson(entities[0])}}` : null
      },
    )
  }

  #listed(posts: readonly Post[], nextCursor: string | null): string {
    return `{"posts":[${posts.map(this.#toJson).join()}],"nextCursor":${JSON.stringify(nextCursor)}}`
  }

  async #compare(what: string, write: () => Promise<Written | null>, make: () => Promise<string | null>) {
    const { position } = this.#log
    const written = await write()
    const anew = await make()
    // What is made while others write need not be the same a moment later.
    const isQuiet = this.#log.position === position
    if (isQuiet && written && withoutInstant(written.json) !== withoutInstant(anew ?? '')) {
      this.stale.push(`${what}\n  put together: ${written.json}\n  anew: ${anew}`)
    }
    return written
  }
}

const plain = ({ viewer, embed }: Hydration): Hydration => ({ viewer, embed })
