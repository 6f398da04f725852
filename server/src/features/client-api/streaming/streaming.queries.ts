import { sql } from 'kysely'
import type { Connection } from '../../../database/database.ts'
import { isIn } from '../../../database/in-list.ts'
import { prepared } from '../../../database/prepared.ts'
import type { CommentId, MemberId, PostId } from '../../../database/schema.ts'
import { type NewPostsQuery, requestRows } from '../../events/events.queries.ts'
import { EVENT_POST, type EventRow } from '../../notifications/events.queries.ts'
import { WINDOW } from '../../notifications/notifications.queries.ts'
import { isEventShown, isGroupShown } from '../../notifications/notifications.shown.ts'
import { isPostVisible } from '../../visibility/visibility.ts'

/** New notifications of one member at once: the newest. */
const EVENTS_MAX = 40

/** The newest posts of everybody after this id. */
export const listFresh = prepared((db, { floor, limit }: { floor: number; limit: number }) =>
  db
    .selectFrom('posts')
    .select(['id', 'author_id'])
    .where('id', '>', floor as PostId)
    .where(isPostVisible)
    .orderBy('id', 'desc')
    .limit(sql<number>`${limit}`),
).all

export interface NewEvent extends EventRow {
  readonly viewer: MemberId
}

/** For each viewer, the newest notified events after the floor that are shown, oldest first. */
export async function listNewEvents(db: Connection, requests: readonly NewPostsQuery[]): Promise<readonly NewEvent[]> {
  if (requests.length === 0) return []
  const viewer = sql.ref('request.viewer')
  const { rows } = await sql<NewEvent>`
    select viewer, kind, actor, at, post, comment from (
      select request.viewer, events.kind, events.actor_id as actor, events.at, ${EVENT_POST} as post,
        coalesce(events.comment_id, groups.comment_id) as comment,
        row_number() over (partition by request.viewer order by events.at desc) as rank
      from ${requestRows(db, requests)} as request
      join notification_groups as groups on groups.recipient_id = request.viewer
        and groups.id > request.floor - ${sql.lit(WINDOW)}
      join notification_events as events on events.recipient_id = groups.recipient_id
        and events.group_id = groups.id and events.at > request.floor
      where ${isGroupShown(viewer)} and ${isEventShown(viewer, Date.now())}
    ) as ranked
    where rank <= ${sql.lit(EVENTS_MAX)} order by at`.execute(db)
  return rows
}

interface Reaction {
  readonly member: MemberId
  readonly id: number
  readonly reaction: 'favourited' | 'reblogged' | 'bookmarked'
}

/** What these members have favourited, reposted and bookmarked of these posts and comments. */
export async function listReactions(
  db: Connection,
  { members, posts, comments }: { members: MemberId[]; posts: PostId[]; comments: CommentId[] },
): Promise<readonly Reaction[]> {
  if (members.length === 0) return []
  const isWanted = sql`${isIn(db, 'member_id', members)} and ${isIn(db, 'post_id', posts)}`
  const { rows } = await sql<Reaction>`
    select member_id as member, post_id as id, 'favourited' as reaction from likes where ${isWanted}
    union all select member_id, post_id, 'bookmarked' from bookmarks where ${isWanted}
    union all select member_id, post_id, 'reblogged' from reposts where ${isWanted}
    union all select member_id, comment_id, 'favourited' from comment_votes
      where vote = 1 and ${isIn(db, 'member_id', members)} and ${isIn(db, 'comment_id', comments)}`.execute(db)
  return rows
}
