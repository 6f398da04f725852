import { Cache, PackedText, type Sized } from '../../cache/cache.ts'
import type { Connection } from '../../database/database.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { EtagBuilder, tagOf } from '../../http/answers/entity-tags.ts'
import { JsonAnswer, toByteString } from '../../http/answers/json-answer.ts'
import { hasPostsOfOthers, listAuthors } from './notifications.queries.ts'
import { type NotificationPage, readNotifications } from './notifications.service.ts'

/** Some 6,000 first pages. */
const MAX_BYTES = 16 * 2 ** 20
/** Approximate size of a page besides its text and members. */
const PAGE_BYTES = 200

/** A member's first page as JSON, compressed: to unpack it takes a fiftieth of what it takes to read it. */
interface FirstPage extends Sized {
  readonly json: PackedText
  readonly etag: string
  readonly recipient: MemberId
  /** Those whom it names, and the authors of its posts. */
  readonly members: readonly number[]
  /** What it says something of. */
  readonly posts: readonly PostId[]
  /** Whether it counts members whom it does not name. Any of them may leave. */
  readonly countsOthers: boolean
  /**
   * Whether some of the member's notifications, shown or not, may be about posts of others, quotes included. Whether
   * these are shown depends on who sees these posts, and on whom their authors have blocked.
   */
  readonly dependsOnOthers: boolean
  /** When a mute ends, in milliseconds since 1970. Then it has to be read again. */
  readonly until: number
}

export type FirstPageKey = { readonly limit: number }

/** The first page of each member's notifications, by its length. */
export class NotificationsCache extends Cache<number, MemberId, FirstPage> {
  readonly #toJson: (page: NotificationPage) => string

  constructor(log: InvalidationLog, toJson: (page: NotificationPage) => string) {
    const key = (member: number) => member as MemberId
    super(log, {
      maxBytes: MAX_BYTES,
      invalidatedBy: {
        notification: { key },
        // A like, or one that was taken back.
        ranking: { key: (_post, author) => author as MemberId },
        // Whoever follows a private member sees posts of theirs.
        follow: { key },
        blocked: { key },
        relation: {
          dependsOn: ({ recipient, dependsOnOthers }, members) => dependsOnOthers || members.has(recipient),
        },
        told: { dependsOn: ({ posts }, changed) => posts.some((post) => changed.has(post)) },
        // Those that are unread count, also if they are not in the page, or were not shown before.
        toldShown: { dependsOn: ({ dependsOnOthers }) => dependsOnOthers },
        audience: { dependsOn: ({ dependsOnOthers }) => dependsOnOthers },
        member: {
          dependsOn: ({ members, countsOthers }, changed) =>
            countsOthers || members.some((member) => changed.has(member)),
        },
      },
    })
    this.#toJson = toJson
  }

  /** @param until when what the viewer does not see has to be read again */
  async answer(
    db: Connection,
    viewer: MemberId,
    limit: number,
    until: number,
  ): Promise<JsonAnswer<FirstPageKey> | null> {
    if (this.#findPage(viewer, limit) === null) {
      await this.load(limit, [viewer], async () => [[viewer, await this.#read(db, viewer, limit, until)]])
    }
    return this.find({ limit }, viewer)
  }

  async #read(db: Connection, recipient: MemberId, limit: number, until: number): Promise<FirstPage> {
    const page = await readNotifications(db, recipient, { limit })
    const text = this.#toJson(page)
    const json = new PackedText(toByteString(text))
    const people = page.notifications.flatMap((notification) => notification.people.map(({ _id }) => Number(_id)))
    const ids = page.notifications.flatMap(({ post }) => (post ? [Number(post._id) as PostId] : []))
    const posts = [...new Set(ids)]
    // A set has an object for each number, which a new array of them has not.
    const members = [...new Set([...people, ...(await listAuthors(db, posts))])].map(Number)
    const countsOthers = page.notifications.some(({ people: faces, peopleCount }) => peopleCount > faces.length)
    const dependsOnOthers = await hasPostsOfOthers(db, { recipient })
    const etag = new EtagBuilder().add(tagOf(text)).etag()
    const bytes = PAGE_BYTES + json.bytes + 8 * (members.length + posts.length)
    return { bytes, json, etag, recipient, members, posts, countsOthers, dependsOnOthers, until }
  }

  find(key: FirstPageKey, viewer: MemberId): JsonAnswer<FirstPageKey> | null {
    const page = this.#findPage(viewer, key.limit)
    if (!page) return null
    this.hits++
    return new JsonAnswer(page.json.unpack(), page.etag, key)
  }

  #findPage(viewer: MemberId, limit: number): FirstPage | null {
    const page = this.get(limit, viewer)
    if (!page || Date.now() < page.until) return page ?? null
    this.delete(limit, viewer)
    return null
  }
}
