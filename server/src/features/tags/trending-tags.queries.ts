import { sql } from 'kysely'
import { prepared } from '../../database/prepared.ts'
import { firstTextOf, isTagPostForEveryone } from './tag-posts.queries.ts'

export interface TrendingTagRow {
  readonly key: string
  /** Of the first post with the tag that everyone sees. */
  readonly text: string | null
  readonly members: number
}

interface Window {
  /** Ids of posts: later than `since`, up to `until`. */
  readonly since: number
  readonly until: number
  /** Milliseconds since 1970. */
  readonly now: number
  readonly membersMin: number
  readonly limit: number
}

const trending = prepared(
  (_db, { since, until, now, membersMin, limit }: Window) => sql<TrendingTagRow>`
    select tags.key, ranked.members, ${firstTextOf(sql`tags.id`)} as text from (
      select post_tags.tag_id, count(distinct post_tags.author_id) as members, max(post_tags.post_id) as newest
      from post_tags
      where post_tags.post_id > ${since} and post_tags.post_id <= ${until} and ${isTagPostForEveryone}
        and (select suspended_at is null or suspended_until <= ${now} from members where members.id = post_tags.author_id)
      group by post_tags.tag_id having count(distinct post_tags.author_id) >= ${membersMin}
      order by members desc, newest desc limit ${limit}
    ) as ranked
    join tags on tags.id = ranked.tag_id order by ranked.members desc, ranked.newest desc`,
)

/** The tags that most members have used in these posts, of equal ones that of the newest post first. */
export const listTrendingTags = trending.all.bind(trending)
