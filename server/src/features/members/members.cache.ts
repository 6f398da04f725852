import type { Member } from '@quack/contract'
import { Cache, type Sized } from '../../cache/cache.ts'
import type { Connection } from '../../database/database.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'
import type { MemberId } from '../../database/schema.ts'
import { EtagBuilder, type Tag, tagOf } from '../../http/answers/entity-tags.ts'
import { JsonAnswer, replaceLast, toByteString } from '../../http/answers/json-answer.ts'
import { type Hidden, isHidden, isMuted } from '../../reading/hidden.ts'
import { type Hydration, neutralHydration } from '../../reading/list-query.ts'
import { hydrateMembers } from './members.hydrate.ts'

/** About twenty thousand profiles. */
const MAX_BYTES = 16 * 2 ** 20

/** A profile as a member without a relation to it sees it, without nested lists. */
interface MemberJson extends Sized {
  readonly json: string
  readonly tag: Tag
  /** Whether members who do not follow are answered otherwise: they may have asked to follow. */
  readonly isClosed: boolean
}

export type MemberKey = { readonly named: MemberId }

/** Profiles as JSON, and the answers assembled from them. */
export class MembersCache extends Cache<'member', MemberId, MemberJson> {
  readonly #relations: Relations
  readonly #toJson: (member: Member) => string

  constructor(log: InvalidationLog, relations: Relations, toJson: (member: Member) => string) {
    const key = (member: number) => member as MemberId
    super(log, { maxBytes: MAX_BYTES, invalidatedBy: { member: { key }, memberCounts: { key }, pin: { key } } })
    this.#relations = relations
    this.#toJson = toJson
  }

  /** @returns null if the handler has to answer, for instance to visitors, about the viewer, and with nested lists */
  async answer(
    db: Connection,
    id: MemberId,
    { viewer, embed, hidden }: Hydration,
  ): Promise<JsonAnswer<MemberKey> | null> {
    if (viewer === null || viewer === id || embed > 0) return null
    await this.#relations.loadRelation(db, viewer, id)
    await this.load('member', [id], () => this.#read(db, id))
    return this.find({ named: id }, viewer, hidden)
  }

  async #read(db: Connection, id: MemberId): Promise<(readonly [MemberId, MemberJson])[]> {
    const { entities } = await hydrateMembers(db, [id], neutralHydration(false, 0))
    return entities.map((member) => {
      const text = this.#toJson(member)
      const json = toByteString(text)
      return [id, { bytes: json.length, json, tag: tagOf(text), isClosed: Boolean(member.private ?? member.limited) }]
    })
  }

  find(key: MemberKey, viewer: MemberId, hidden: Hidden): JsonAnswer<MemberKey> | null {
    const { named: id } = key
    const member = viewer === id ? undefined : this.get('member', id)
    const relation = member && this.#relations.findRelation(viewer, id)
    if (!relation || isHidden(hidden, id) || isMuted(hidden, id)) return null
    if (member.isClosed && !relation.following) return null
    this.hits++
    const { following, followedBy } = relation
    const isPlain = !following && !followedBy
    const json = isPlain ? member.json : replaceLast(member.json, NO_RELATION, relationJson(following, followedBy))
    const etag = new EtagBuilder().add(member.tag).etag(`${Number(following)}${Number(followedBy)}`)
    return new JsonAnswer(`{"user":${json}}`, etag, key)
  }
}

/** Who follows whom, cached by the follows, which are above members. */
interface Relations {
  loadRelation(db: Connection, viewer: MemberId, member: MemberId): Promise<void>
  /** @returns null if it is not cached */
  findRelation(viewer: MemberId, member: MemberId): { following: boolean; followedBy: boolean } | null
}

/** The relation of two members, as the schema serialises it. A text cannot contain it: JSON escapes quotes. */
const relationJson = (following: boolean, followedBy: boolean): string =>
  `"viewer":${JSON.stringify({ following, followedBy })}`
const NO_RELATION = relationJson(false, false)
