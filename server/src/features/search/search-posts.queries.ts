import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isNotIn } from '../../database/in-list.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { ALL_ALTS, ALL_MEDIA } from '../posts/further-pictures.queries.ts'
import { isInLanguages } from '../posts/post-languages.ts'
import { isReadableBy } from '../visibility/audience.ts'
import { isPostVisible, isVisible } from '../visibility/visibility.ts'
import {
  type Candidates,
  postsBelow,
  postsInIndex,
  postsInRecentIndex,
  postsOnList,
  postsOnLongList,
  type Step,
} from './candidates.queries.ts'
import type { PostSearch } from './post-search.ts'

/** What is searched of a post. */
export interface SearchedPost {
  readonly id: PostId
  readonly author_id: MemberId
  readonly content: string
  readonly alt: string
  readonly media_type: string
  readonly quoted_id: PostId | null
}

/** Where candidates come from. */
export type Source = 'recent' | 'index' | 'list' | 'longList' | 'all'

const SOURCES: Record<Source, (db: Connection, step: Step) => Candidates> = {
  recent: postsInRecentIndex,
  index: postsInIndex,
  list: postsOnList,
  longList: postsOnLongList,
  all: postsBelow,
}

export interface StepAnswer {
  /** Visible posts among the candidates, newest first. */
  readonly posts: readonly SearchedPost[]
  /** Below which id the search goes on; null at its end. */
  readonly below: number | null
  /** How many candidates were looked at. */
  readonly count: number
  /** Whether their texts are so long that not all were read. */
  readonly isCut: boolean
  /** How much text was read. */
  readonly bytes: number
}

/** Several posts of one moment are one candidate. */
const POSTS_MAX = 1_000
/** How much text a step reads: longer texts make shorter steps, so that none holds the event loop for long. */
const BYTES_MAX = 100_000

type Row = { readonly below: number | null; readonly count: number; readonly seen: number; readonly bytes: number } & (
  | SearchedPost
  | { readonly id: null }
)

/**
 * Reads candidates, and those of their posts that the viewer may see. One statement, so one snapshot: what is not
 * indexed yet is among the candidates because of its change.
 */
export async function readStep(db: Connection, source: Source, step: Step): Promise<StepAnswer> {
  const { ctes, from, where } = SOURCES[source](db, step)
  const { rows } = await sql<Row>`
    with ${ctes},
    seen as materialized (
      select posts.id, octet_length(posts.content) + octet_length(${ALL_ALTS}) as bytes from ${from}
      where ${where} and posts.id < ${step.below} and posts.id >= ${step.search.from} and ${isSeen(db, step.search)}
      order by posts.id desc limit ${POSTS_MAX}),
    summed as (select id, bytes, sum(bytes) over (order by id desc) - bytes as bytes_before from seen)
    select edge.below, edge.count, (select count(*) from seen) as seen,
      found.id, found.author_id, found.content, found.alt, found.media_type, found.quoted_id, coalesce(found.bytes, 0) as bytes
    from edge left join (
      select posts.id, posts.author_id, posts.content, ${ALL_ALTS} as alt, ${ALL_MEDIA} as media_type, posts.quoted_id, summed.bytes
      from summed cross join posts
      where posts.id = summed.id and summed.bytes_before < ${BYTES_MAX}) as found on true
    order by found.id desc`.execute(db)
  const posts = rows.flatMap((row) => (row.id === null ? [] : [row]))
  const [{ below = null, count = 0, seen = 0 } = {}] = rows
  const isCut = posts.length < seen
  const last = posts.at(-1)
  return {
    posts,
    isCut,
    below: last && (isCut || seen === POSTS_MAX) ? last.id : below,
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    count: isCut ? posts.length : Math.max(count, posts.length),
  }
}

/** The rules for what the viewer sees, and the conditions of the search that are not in texts. */
function isSeen(db: Connection, { viewer, author, list, languages, hidden }: PostSearch): RawBuilder<unknown> {
  const conditions = [
    isPostVisible,
    sql`(select ${isVisible} and ${isReadableBy(viewer)} from members where members.id = posts.author_id)`,
  ]
  if (hidden.length > 0) conditions.push(sql`${isNotIn(db, 'posts.author_id', hidden)}`)
  if (author !== null) conditions.push(sql`posts.author_id = ${author}`)
  if (languages !== null) conditions.push(sql`${isInLanguages(db, languages)}`)
  if (list === 'following') {
    conditions.push(sql`exists (
      select 1 from follows as own where own.follower_id = ${viewer} and own.followed_id = posts.author_id)`)
  } else if (list !== null) {
    conditions.push(sql`exists (
      select 1 from ${sql.table(list)} as own where own.member_id = ${viewer} and own.post_id = posts.id)`)
  }
  return sql.join(conditions, sql` and `)
}

/** Whether a list of the viewer's own is longer than this. */
export async function isLonger(
  db: Connection,
  list: 'bookmarks' | 'likes',
  viewer: MemberId,
  length: number,
): Promise<boolean> {
  const { rows } = await sql`
    select own.post_id from ${sql.table(list)} as own
    where own.member_id = ${viewer} order by own.post_id limit 1 offset ${length}`.execute(db)
  return rows.length > 0
}
