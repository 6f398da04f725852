import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { languageOfPost } from '../posts/post-languages.ts'
import { ftsQueryOf, hasBeginning, tsLookUpOf, tsQueryOf } from './index-query.ts'
import type { PostSearch } from './post-search.ts'
import { BUCKET_SIZE, bucketOf } from './post-tokens.ts'

/** One statement of a search. */
export interface Step {
  readonly search: PostSearch
  /** Only posts with smaller ids. */
  readonly below: number
  /** How many candidates are asked for. */
  readonly size: number
}

/** Where the posts of a step come from, as parts of its statement. */
export interface Candidates {
  /**
   * Table expressions, among them `edge`, which has one row: `below`, the id below which the next step goes on, or null
   * if these are the last candidates; and their `count`.
   */
  readonly ctes: RawBuilder<unknown>
  /** The posts, and how they belong to the candidates. */
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
}

/** How many entries of the index are compared with a search one by one, at most (PostgreSQL). */
const RECENT = 3_000
/** As many are compared first. They tell whether so many are enough. */
const NEWEST = 300
/**
 * PostgreSQL's index of tokens is not ordered, so it is asked for the entries of a period before those of all times. Two
 * neighbouring periods are asked for: 2 ** 22 buckets are 19 hours, 2 ** 26 are 12 days. Migration 057 has the same numbers.
 * Twice each, because the newest posts may be unlike those before.
 */
const PERIODS = [22, 22, 26, 26]
/** Changes that wait to be indexed are few. This limits the work of a step when they are not. */
const CHANGES = 500

/** What a search reads of a post. */
const COLUMNS = sql.raw('id, author_id, content, lang, alt, further_alts, warning, poll_options, media_type, hidden_at')
const PER_BUCKET = sql.lit(BUCKET_SIZE)

/** The newest entries of the index with all tokens that it is asked for. */
export function postsInIndex(db: Connection, { search, below, size }: Step): Candidates {
  const [first, last] = [bucketOf(search.from), bucketOf(below - 1)]
  if (isPostgres(db)) return inBuckets(db, { search, below, size }, newestInPeriods(search, first, last, size))
  // The numbers are cast for FTS5, which would compare real numbers only after it has read all of its rows.
  const indexed = sql`indexed as (
    select rowid as bucket from search_posts
    where search_posts match ${ftsQueryOf(search)} and rowid <= cast(${last} as integer)
      and rowid >= cast(${first} as integer)
    order by rowid desc limit ${size})`
  return inBuckets(db, { search, below, size }, indexed)
}

/**
 * The newest entries one by one, then those of the periods before them, then all, until there are enough. What is not
 * needed is not read: PostgreSQL tests a condition without a column of the table before it reads the table.
 */
function newestInPeriods(search: PostSearch, first: number, last: number, size: number): RawBuilder<unknown> {
  const compared = (where: RawBuilder<unknown>, most: number) => sql`materialized (
    select bucket, tokens @@ ${tsQueryOf(search)}::tsquery as matches from search_posts
    where ${where} and bucket >= ${first} order by bucket desc limit ${most})`
  // All words with a beginning are read from the index for each period.
  const few = hasBeginning(search) ? 0 : Math.ceil((size * NEWEST) / RECENT)
  const found = [sql`select bucket from newest where matches`, sql`select bucket from next where matches`]
  const parts: RawBuilder<unknown>[] = []
  /** @param above the parts are below this bucket. Times without entries are skipped. */
  const addPart = (above: RawBuilder<unknown>, isIn: (top: RawBuilder<unknown>) => RawBuilder<unknown>) => {
    const [top, name] = [sql.ref(`top_${found.length}`), sql.ref(`part_${found.length}`)]
    const later = sql.join(found, sql` union all `)
    // Sums, because the order of the buckets must not lead PostgreSQL away from the tokens.
    parts.push(sql`${top} as materialized (
        select bucket from search_posts where bucket < ${above} order by bucket desc limit 1),
      ${name} as materialized (
        select bucket from search_posts
        where tokens @@ ${tsLookUpOf(search)}::tsquery and ${isIn(sql`(select bucket from ${top})`)}
          and bucket + 0 <= (select bucket from ${top}) and bucket + 0 >= ${first}
          and (select count(*) from (${later}) as later) < ${size})`)
    found.push(sql`select bucket from ${name}`)
    return sql`(select bucket from ${top})`
  }
  let above = sql`(select min(bucket) from (select bucket from newest union all select bucket from next) as compared)`
  for (const bits of PERIODS) {
    const shift = sql.lit(bits)
    const top = addPart(above, (newest) => {
      const period = sql`(${newest} >> ${shift})::int`
      // As the index has it.
      return sql`array[(bucket >> ${shift})::int] && array[${period}, ${period} - 1]`
    })
    above = sql`(((${top} >> ${shift}) - 1) << ${shift})`
  }
  addPart(above, () => sql`true`)
  return sql`
    newest as ${compared(sql`bucket <= ${last}`, NEWEST)},
    next as ${compared(
      sql`bucket < (select min(bucket) from newest) and (select count(*) from newest where matches) between ${few} and ${size - 1}`,
      RECENT - NEWEST,
    )},
    ${sql.join(parts)},
    indexed as (
      select bucket from (${sql.join(found, sql` union all `)}) as found order by bucket desc limit ${size})`
}

/**
 * Those of the newest entries that have all tokens (PostgreSQL). For a search whose tokens are frequent, but hardly ever
 * in one entry: the index of tokens would take long.
 */
export function postsInRecentIndex(db: Connection, step: Step): Candidates {
  if (!isPostgres(db)) return postsInIndex(db, step)
  const { search, below, size } = step
  const [first, last] = [bucketOf(search.from), bucketOf(below - 1)]
  return inBuckets(
    db,
    step,
    sql`recent as materialized (
        select bucket, tokens @@ ${tsQueryOf(search)}::tsquery as matches from search_posts
        where bucket <= ${last} and bucket >= ${first} order by bucket desc limit ${RECENT}),
      indexed as (select bucket from recent where matches order by bucket desc limit ${size})`,
    sql`union all select min(bucket) from recent having count(*) = ${RECENT}`,
  )
}

/**
 * Entries of the index, and the posts that have changed since they were indexed.
 * @param indexed is `size` entries if there are more of them
 * @param moreEdges down to where other table expressions are complete
 */
function inBuckets(
  db: Connection,
  { search, below, size }: Step,
  indexed: RawBuilder<unknown>,
  moreEdges: RawBuilder<unknown> = sql``,
): Candidates {
  const ctes = sql`${indexed},
    changed as (
      select "of" / ${PER_BUCKET} as bucket from search_changes
      where kind = 'post' and "of" < ${below} and "of" >= ${search.from} order by "of" desc limit ${CHANGES}),
    complete as (
      select max(bucket) as bucket from (
        select min(bucket) as bucket from indexed having count(*) = ${size}
        union all select min(bucket) from changed having count(*) = ${CHANGES}
        ${moreEdges}) as edges),
    candidates as (
      select bucket from (select bucket from indexed union select bucket from changed) as found
      where bucket >= coalesce((select bucket from complete), 0)),
    edge as (
      select bucket * ${PER_BUCKET} as below, (select count(*) from candidates) as count from complete)`
  const ofBucket = sql`posts.id >= candidates.bucket * ${PER_BUCKET} and posts.id < (candidates.bucket + 1) * ${PER_BUCKET}`
  // SQLite joins in the written order. PostgreSQL cannot estimate how few posts a bucket has, and would read all.
  return isPostgres(db)
    ? {
        ctes,
        from: sql`candidates cross join lateral (select ${COLUMNS} from posts where ${ofBucket} offset 0) as posts`,
        where: sql`true`,
      }
    : { ctes, from: sql`candidates cross join posts`, where: ofBucket }
}

/** All posts, those of an author, or those in some languages. */
export function postsBelow(db: Connection, { search, below, size }: Step): Candidates {
  const { author, languages, from } = search
  const newest = (isOf: RawBuilder<unknown>) =>
    sql`select id from posts where id < ${below} and id >= ${from} ${isOf} order by id desc limit ${size}`
  if (author !== null) return byId(newest(sql`and author_id = ${author}`), size)
  if (languages === null) return byId(newest(sql``), size)
  // A search of an index for each. Together they would be sorted.
  const each = [...new Set(languages)].map(
    (code) => sql`select id from (${newest(sql`and ${languageOfPost(db)} = ${code}`)}) as own`,
  )
  return byId(sql`select id from (${sql.join(each, sql` union all `)}) as found order by id desc limit ${size}`, size)
}

/** The viewer's bookmarks, or what the viewer likes. */
export function postsOnList(_db: Connection, step: Step): Candidates {
  return byId(ownPosts(step), step.size)
}

const ownPosts = ({ search, below, size }: Step) => sql`
  select own.post_id as id from ${sql.table(search.list === 'likes' ? 'likes' : 'bookmarks')} as own
  where own.member_id = ${search.viewer} and own.post_id < ${below} and own.post_id >= ${search.from}
  order by own.post_id desc limit ${size}`

/**
 * As postsOnList, without the posts that the index excludes. For PostgreSQL, which compares an entry of its index with
 * a search as fast as it reads it.
 */
export function postsOnLongList(_db: Connection, step: Step): Candidates {
  const { search, size } = step
  return {
    ...byId(sql``, size),
    ctes: sql`own as materialized (${ownPosts(step)}),
      candidates as (
        select own.id from own left join search_posts on search_posts.bucket = own.id / ${PER_BUCKET}
        where search_posts.bucket is null or search_posts.tokens @@ ${tsQueryOf(search)}::tsquery
          or exists (select 1 from search_changes where kind = 'post' and "of" = own.id)),
      edge as (
        select case when count(*) = ${size} then min(id) end as below, (select count(*) from candidates) as count
        from own)`,
  }
}

/** @param ids are `size` ids if there are more of them */
const byId = (ids: RawBuilder<unknown>, size: number): Candidates => ({
  ctes: sql`candidates as (${ids}),
    edge as (
      select case when count(*) = ${size} then min(id) end as below, count(*) as count from candidates)`,
  from: sql`candidates cross join posts`,
  where: sql`posts.id = candidates.id`,
})
