import type { Member, MemberSummary } from '@quack/contract'
import type { Connection } from '../../database/database.ts'
import { readInParts } from '../../database/in-parts.ts'
import { listNewest } from '../../database/nested-lists.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { createScale } from '../../reading/answer-size.ts'
import type { Hydrated } from '../../reading/entity-page.ts'
import { isHidden, muteEnd } from '../../reading/hidden.ts'
import { type Hydration, NEUTRAL_VIEWER } from '../../reading/list-query.ts'
import { findReadable } from '../visibility/audience.ts'
import * as queries from './members.queries.ts'
import { memberView, muteView, summaryView, viewerFirst } from './members.view.ts'

/**
 * These members in this order, in a few queries for all. Those that are gone, or hidden from the viewer, are left out.
 */
export async function hydrateMembers(
  db: Connection,
  wanted: readonly MemberId[],
  hydration: Hydration,
): Promise<Hydrated<Member>> {
  if (wanted.length === 0) return { entities: [], taken: 0 }
  const { viewer, embed, hidden, isForCache } = hydration
  const all = await queries.listRows(db, { ids: wanted })
  const rows = new Map(all.filter((row) => !isHidden(hidden, row.id)).map((row) => [row.id, row]))
  const scale = createScale(embed)
  const taken = scale.fit(wanted, (id) => {
    const row = rows.get(id)
    return row ? scale.weigh(row.bio.length, row.followers_count, row.following_count) : 0
  })
  const ids = wanted.slice(0, taken)
  const isReadable = await findReadable(db, viewer, isForCache ? [] : rows.values())
  const readable = ids.filter((id) => rows.has(id) && isReadable(id))
  const followers = await listNewest<MemberId, MemberId>(db, queries.FOLLOWERS, readable, embed, hidden.blocked)
  const following = await listNewest<MemberId, MemberId>(db, queries.FOLLOWING, readable, embed, hidden.blocked)
  const isOwnListed = viewer !== null && rows.has(viewer)
  const bookmarks = isOwnListed
    ? await listNewest(db, queries.BOOKMARKS, [viewer], embed, hidden.blocked)
    : new Map<MemberId, number[]>()
  const isPrivate = isOwnListed && rows.get(viewer)?.is_private === 1
  const followRequests = isPrivate ? await queries.countFollowRequests(db, viewer) : 0
  const isStranger = viewer === null || viewer === NEUTRAL_VIEWER
  const relations = isStranger ? null : await queries.listRelations(db, viewer, ids)
  const summaries = await hydrateSummaries(db, [...followers.values(), ...following.values()], hydration)

  const members = ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const follows = relations?.following.has(id) ?? false
    const isFollowedBy = relations?.followedBy.has(id) ?? false
    const canRead = isReadable(id)
    return memberView({
      row: canRead ? row : { ...row, pinned_post: null },
      isOwn: id === viewer,
      followRequests: id === viewer ? followRequests : 0,
      followers: summaries.list(viewerFirst(followers.get(id), viewer, canRead && follows, embed)),
      following: summaries.list(viewerFirst(following.get(id), viewer, canRead && isFollowedBy, embed)),
      bookmarks: bookmarks.get(id) ?? [],
      viewer:
        viewer === null
          ? undefined
          : {
              following: follows,
              followedBy: isFollowedBy,
              ...(relations?.requested.has(id) && { requested: true }),
              ...(relations?.hidesReposts.has(id) && { hidesReposts: true as const }),
              ...muteView(muteEnd(hidden, id)),
            },
    })
  })
  return { entities: members, taken }
}

export interface Summaries {
  /** The members of a list in its order, without those that are gone. */
  list(ids: readonly MemberId[]): MemberSummary[]
}

/** Members of one statement of SQLite: a large answer names thousands. */
const SUMMARIES_AT_ONCE = 1_000

/** The members in any of the lists, each read once, and the viewer, who may be put first in them. */
export async function hydrateSummaries(
  db: Connection,
  lists: Iterable<readonly MemberId[]>,
  { viewer }: Pick<Hydration, 'viewer'>,
): Promise<Summaries> {
  const ids = new Set<MemberId>()
  for (const list of lists) for (const id of list) ids.add(id)
  if (ids.size > 0 && viewer !== null && viewer !== NEUTRAL_VIEWER) ids.add(viewer)
  const read = (part: readonly MemberId[]) => queries.listSummaryRows(db, { ids: part })
  return summariesOf(await readInParts(db, [...ids], read, SUMMARIES_AT_ONCE))
}

export function summariesOf(rows: readonly queries.SummaryRow[]): Summaries {
  const summaries = new Map(rows.map((row) => [row.id, summaryView(row)]))
  return { list: (wanted) => wanted.flatMap((id) => summaries.get(id) ?? []) }
}

/** @throws memberUnknown if the member is gone, or hidden from the viewer */
export async function getMember(db: Connection, id: MemberId, hydration: Hydration): Promise<Member> {
  const [member] = (await hydrateMembers(db, [id], hydration)).entities
  if (!member) throw new AppError('memberUnknown')
  return member
}

/** As getMember, for two members, with as few queries as for one. */
export async function getBoth(
  db: Connection,
  ids: readonly [MemberId, MemberId],
  hydration: Hydration,
): Promise<[Member, Member]> {
  // Two members always fit into one answer (answer-size.ts).
  const [first, second] = (await hydrateMembers(db, ids, hydration)).entities
  if (!first || !second) throw new AppError('memberUnknown')
  return [first, second]
}
