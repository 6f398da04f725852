import { call } from '../api/api.ts'
import { firstPage, type KeyPage, type KeyPages } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { postLists } from '../cache/query-keys.ts'
import { takePosts } from '../posts/post-lists.ts'
import { countAbove, fillPages, withNewest } from './fill.ts'
import { addNews, clearNews, countNews, getNews, setNews, takeNews } from './news.ts'
import { type Gap, type GapEnd, readFeed } from './pages.ts'
import { BELOW, type Place, placeIn, type ReadSort, readingOf, setOffer } from './place.ts'
import { noteReasons } from './reasons.ts'

/** A page of a list that was loaded before. What is on the screen is fetched again: it must not move. */
export async function rereadPage(sort: ReadSort, cursor: string | undefined, signal: AbortSignal): Promise<KeyPage> {
  if (cursor !== undefined) return readBelow(sort, cursor.slice(BELOW.length), signal)
  const place = placeIn(sort)
  if (!place) return readFeed(sort, undefined, signal)
  const gapAbove = countAbove(pagesOf(sort), place.key)
  return { ...(await readBelow(sort, neighbourOf(sort, place), signal)), gapAbove }
}

/** Ids are whole numbers: a post itself is the first one below its neighbour. */
function neighbourOf(sort: ReadSort, { key }: Place): string {
  return String(Number(key) + (sort === 'latest' ? 1 : -1))
}

/** The page that begins at a place, or at the next post if that is gone. The visit begins there. */
export async function readFrom(sort: ReadSort, wanted: Place, signal?: AbortSignal): Promise<KeyPage> {
  const [page, above] = await Promise.all([
    readBelow(sort, neighbourOf(sort, wanted), signal),
    readBetween(sort, { below: wanted.key }, 'above', { signal, limit: 1 }),
  ])
  const [key] = page.keys
  const place = key === undefined ? null : { key, offset: key === wanted.key ? wanted.offset : 0 }
  Object.assign(readingOf(sort), { place, begin: place, target: null, countedTo: null })
  // Nothing is left from there on: the top is next.
  if (!place) return readFeed(sort, undefined, signal)
  return { ...page, gapAbove: above.keys.length + above.count }
}

/** Shows the feed from a place on, in place of what is loaded. @returns where it begins, null for the top */
export async function openAt(sort: ReadSort, place: Place): Promise<Place | null> {
  const queryKey = postLists.feed(sort)
  const page = await readFrom(sort, place)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<KeyPages>(queryKey, { pages: [page], pageParams: [undefined] })
  return readingOf(sort).begin
}

/** Offers to continue where the reader is, who goes to the top. */
export function offerPlace(sort: ReadSort): void {
  const place = placeIn(sort)
  const count = place ? countAbove(pagesOf(sort), place.key) : 0
  if (place && count > 0) setOffer(sort, { place, count, isKept: true })
}

async function readBelow(sort: ReadSort, above: string, signal: AbortSignal | undefined): Promise<KeyPage> {
  const { keys, count } = await readBetween(sort, { above }, 'above', { signal })
  return { keys, nextCursor: count > 0 ? `${BELOW}${keys.at(-1) ?? above}` : null }
}

/** Posts between two posts of the feed, and how many remain between them. */
async function readBetween(
  sort: ReadSort,
  { above, below }: { above?: string | undefined; below?: string | undefined },
  from: GapEnd,
  { signal, limit = firstPage.limit }: { signal?: AbortSignal | undefined; limit?: number } = {},
): Promise<{ keys: string[]; count: number }> {
  const ends = { ...(above === undefined ? {} : { above }), ...(below === undefined ? {} : { below }) }
  const query = { ...firstPage, limit, sort, from, ...ends }
  const { posts, count } = await call('GET /api/feed/between', { query }, { signal })
  noteReasons(posts)
  return { ...takePosts({ posts, nextCursor: null }), count }
}

/** Loads posts of a gap, from one of its ends. `onAnswer` is called before the list changes. */
export async function fillGap(sort: ReadSort, gap: Gap, end: GapEnd, onAnswer: () => void): Promise<void> {
  const { keys, count } = await readBetween(sort, gap, end)
  onAnswer()
  const isTop = gap.above === undefined && sort === 'latest'
  editPages(sort, (pages) => {
    const filled = fillPages(pages, gap, { keys, end, count })
    // What was written meanwhile is in the gap now.
    const newCount = isTop ? takeNews(flatten(filled)) : 0
    return filled.map((page, index) =>
      index === 0 && newCount > 0 ? { ...page, newCount: (page.newCount ?? 0) + newCount } : page,
    )
  })
}

/** Takes posts from a live event. It may repeat posts that were there when the list was loaded. */
export function noteNews(ids: readonly string[]): void {
  const { countedTo } = readingOf('latest')
  const hasGap = !!pagesOf('latest')[0]?.gapAbove
  if (hasGap && countedTo === null) void recountNews().catch(() => undefined)
  else addNews(hasGap ? ids.filter((id) => Number(id) > Number(countedTo)) : ids)
}

/** Counts what is new, after live events were missed. */
export async function recountNews(): Promise<void> {
  const [first] = pagesOf('latest')
  const below = first?.gapAbove ? first.keys[0] : undefined
  const [fresh, gap] = await Promise.all([
    readBetween('latest', { below: newestKnown() }, 'above'),
    below === undefined ? null : readBetween('latest', { below }, 'above'),
  ])
  if (!gap) {
    setNews(fresh.keys, fresh.count)
    return
  }
  clearNews()
  readingOf('latest').countedTo = gap.keys[0] ?? below ?? null
  editPages('latest', ([page, ...others]) => {
    if (!page || page.keys[0] !== below) return page ? [page, ...others] : []
    const counted = { gapAbove: gap.keys.length + gap.count, newCount: fresh.keys.length + fresh.count }
    return [{ ...page, ...counted }, ...others]
  })
}

/** The newest post of Latest that the viewer has had on a screen, or at least in the list. */
function newestKnown(): string | undefined {
  const known = flatten(pagesOf('latest')).map(Number)
  const seen = Number(readingOf('latest').position?.newestId ?? 0)
  const newest = Math.max(seen, ...known)
  return newest > 0 ? String(newest) : undefined
}

function pagesOf(sort: ReadSort): readonly KeyPage[] {
  return queryClient.getQueryData<KeyPages>(postLists.feed(sort))?.pages ?? []
}

function flatten(pages: readonly KeyPage[]): string[] {
  return pages.flatMap(({ keys }) => keys)
}

function editPages(sort: ReadSort, edit: (pages: KeyPage[]) => KeyPage[]): void {
  queryClient.setQueryData<KeyPages>(postLists.feed(sort), (data) => {
    if (!data) return data
    const pages = edit(data.pages)
    return { pages, pageParams: pages.map(() => undefined) }
  })
}

/** Puts the newest posts at the top of the feed, above what is loaded. */
export async function showNews(signal?: AbortSignal): Promise<void> {
  const queryKey = postLists.feed('latest')
  const asked = getNews()
  const page = await readFeed('latest', undefined, signal)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<KeyPages>(queryKey, (known) => {
    const loaded = known?.pages ?? []
    const keys = loaded.flatMap((page) => page.keys)
    const pages = withNewest(loaded, page, countNews(asked.ids, keys) + asked.others)
    return { pages, pageParams: pages.map(() => undefined) }
  })
  const { ids, others } = getNews()
  setNews(
    ids.filter((id) => !asked.ids.includes(id)),
    Math.max(0, others - asked.others),
  )
}
