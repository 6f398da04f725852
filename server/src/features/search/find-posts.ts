import type { HeavyConnections } from '../../database/database.ts'
import { isTooSlow } from '../../database/failure.ts'
import type { PostId } from '../../database/schema.ts'
import { filterShown } from '../posts/muted-words.ts'
import type { Step } from './candidates.queries.ts'
import { isBroad, isIndexed } from './index-query.ts'
import type { PostSearch } from './post-search.ts'
import { isLonger, readStep, type SearchedPost, type Source, type StepAnswer } from './search-posts.queries.ts'

/**
 * How many candidates one request looks at, about. A number, not a time: so pages do not depend on how fast the machine
 * is, unless PostgreSQL takes too long for a statement.
 */
const CANDIDATES_MAX = 4_000
/**
 * The first step is small, because most searches find a page there. After a step that long texts have cut, the next is.
 */
const FIRST_STEP = 40
const CUT_STEP = 10
const STEP_MAX = 1_000
/** What the newest posts may cost, checked after each step, before SQLite reads the entries of all words with a short beginning. */
const NEWEST_MAX = 1_000
/** What a step costs at least. */
const STEP_MIN = 100
/** Of more text than this for each, candidates count as several. */
const CANDIDATE_BYTES = 300
/** A longer list of the viewer's own is not read as a whole: the index is used, too. */
const LIST_MAX = 1_000

export interface FoundPosts {
  /** Newest first. */
  readonly posts: readonly SearchedPost[]
  /**
   * Where the search has stopped before it had found enough: the posts below this id are still to be searched. It may
   * be the id of a post that the viewer may not see.
   */
  readonly stoppedAt: number | null
  /** The oldest post that was looked at, of those that the viewer may see; null if there was none. */
  readonly lastSeen: PostId | null
  /** Whether posts were found by the index, which may not have all of them yet. */
  readonly isFromIndex: boolean
}

/**
 * The newest posts that the viewer may see and that match. Indexes find candidates; whether they match is decided here,
 * by the text that was just read. So both engines find the same, and an outdated index shows nothing wrong.
 * @param below only posts with smaller ids
 */
export async function findPosts(
  db: HeavyConnections,
  search: PostSearch,
  below: number,
  limit: number,
): Promise<FoundPosts> {
  const posts: SearchedPost[] = []
  let source = await chooseSource(db, search)
  const isFromIndex = isIndexed(search) && source !== 'list' && source !== 'longList'
  let position = Math.min(below, search.below)
  let size = Math.min(Math.max(FIRST_STEP, 2 * limit), STEP_MAX)
  let left = CANDIDATES_MAX
  let lastSeen: PostId | null = null
  while (posts.length < limit && position > search.from) {
    if (left <= 0) return { posts, stoppedAt: position, lastSeen, isFromIndex }
    const step = await tryStep(db, source, { search, below: position, size })
    if (step) {
      const { viewer, unseen: hidden } = search
      const shown = await filterShown(db.read, step.posts, search, {
        viewer,
        hidden,
        comparedMax: left * CANDIDATE_BYTES,
      })
      lastSeen = shown.stoppedAt ?? step.posts.at(-1)?.id ?? lastSeen
      posts.push(...shown.texts)
      if (shown.stoppedAt !== null && posts.length < limit)
        return { posts, stoppedAt: shown.stoppedAt, lastSeen, isFromIndex }
      left -= Math.max(step.count, STEP_MIN, Math.ceil((step.bytes + shown.compared) / CANDIDATE_BYTES))
      position = step.below ?? 0
      if (source === 'all' && isFromIndex && left <= CANDIDATES_MAX - NEWEST_MAX) source = 'index'
      size = step.isCut ? Math.max(2 * step.posts.length, CUT_STEP) : Math.min(size * 4, STEP_MAX)
    } else if (source === 'index') {
      // The newest entries can be compared one by one. That takes more steps, and none of them is long.
      source = 'recent'
    } else {
      return { posts, stoppedAt: position, lastSeen, isFromIndex }
    }
  }
  return { posts: posts.slice(0, limit), stoppedAt: null, lastSeen, isFromIndex }
}

async function chooseSource({ search: db, engine }: HeavyConnections, search: PostSearch): Promise<Source> {
  const { list, viewer } = search
  if (list === 'bookmarks' || list === 'likes') {
    if (!isIndexed(search) || !(await isLonger(db, list, viewer, LIST_MAX))) return 'list'
    if (engine === 'postgres') return 'longList'
  }
  // What begins so is frequent, and soon found, or rare, and soon read in the index.
  if (!isIndexed(search) || (engine === 'sqlite' && isBroad(search))) return 'all'
  return 'index'
}

/** @returns null if it took too long */
async function tryStep(db: HeavyConnections, source: Source, step: Step): Promise<StepAnswer | null> {
  try {
    return await readStep(db.search, source, step)
  } catch (error) {
    if (isTooSlow(error)) return null
    throw error
  }
}
