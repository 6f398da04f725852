import type { namesOf, Size } from '../dataset.ts'
import { groupsOf, HOT, LURKER, READER, STAR } from '../follow-graph.ts'
import { BRANCHED } from '../heavy-posts.ts'
import { createSearches, wordOf } from '../texts.ts'
import type { Meter } from './meter.ts'

export interface Dataset {
  readonly size: Size
  readonly names: ReturnType<typeof namesOf>
}

interface Read {
  readonly name: string
  /** Null for a visitor. */
  readonly member: number | null
  readonly path: string
}

/** How far the deep page of a list is. */
const DEEP = 12
const MUTED_WORDS = 10

/** Sends every wanted read `runs` times. The first does not count. */
export async function measureReads(meter: Meter, dataset: Dataset, runs: number): Promise<void> {
  for (const read of lists(dataset)) await measureList(meter, read, runs)
  await mute(meter, dataset)
  const searches = createSearches(17)
  for (let run = 0; run < runs; run++) {
    const reads = [...sameReads(dataset), ...otherReads(dataset, searches, run)]
    for (const read of reads) await measureRead(meter, read)
  }
}

const measureRead = (meter: Meter, { name, member, path }: Read) =>
  meter.measure(name, { method: 'GET', url: path, member })

/** Measures the first page of a list, and the one that is twelve pages further, or the last. */
async function measureList(meter: Meter, { name, member, path }: Read, runs: number): Promise<void> {
  const deep = `${name}, deep`
  if (!meter.isWanted(name) && !meter.isWanted(deep)) return
  const at = (cursor: string | null) =>
    cursor === null ? path : `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`
  let cursor: string | null = null
  for (let page = 0; page < DEEP; page++) {
    const { nextCursor = null } = await meter.send({ method: 'GET', url: at(cursor), member })
    if (nextCursor === null) break
    cursor = nextCursor
  }
  for (let run = 0; run < runs; run++) {
    await measureRead(meter, { name, member, path })
    if (cursor !== null) await measureRead(meter, { name: deep, member, path: at(cursor) })
  }
}

function lists({ names }: Dataset): readonly Read[] {
  const [star, reader, post] = [names.username(STAR), names.username(READER), names.busiestPost]
  const feeds = ['latest', 'oldest', 'trending'].flatMap((sort) => [
    { name: `GET feed ${sort}, follows 2,000`, member: READER, path: `/api/feed?sort=${sort}` },
    { name: `GET feed ${sort}, follows one`, member: LURKER, path: `/api/feed?sort=${sort}` },
    { name: `GET feed ${sort}, the star`, member: STAR, path: `/api/feed?sort=${sort}` },
  ])
  return [
    { name: 'GET posts', member: READER, path: '/api/posts' },
    { name: 'GET posts, a visitor', member: null, path: '/api/posts' },
    ...feeds,
    { name: 'GET posts of a member', member: READER, path: `/api/posts/user/${star}` },
    { name: 'GET bookmarks', member: READER, path: '/api/bookmarks' },
    { name: 'GET bookmark ids', member: READER, path: '/api/users/bookmark' },
    { name: 'GET users', member: READER, path: '/api/users' },
    { name: 'GET suggestions, follows 2,000', member: READER, path: '/api/suggestions' },
    { name: 'GET suggestions, follows one', member: LURKER, path: '/api/suggestions' },
    { name: 'GET suggestions, the star', member: STAR, path: '/api/suggestions' },
    { name: 'GET followers', member: READER, path: `/api/users/${star}/followers` },
    { name: 'GET following', member: STAR, path: `/api/users/${reader}/following` },
    { name: 'GET likes', member: READER, path: `/api/posts/${post}/likes` },
    { name: 'GET comments', member: READER, path: `/api/comments/${post}` },
  ]
}

/** What is the most expensive of its kind. It is the same in each run. */
function sameReads({ names, size }: Dataset): readonly Read[] {
  const { muting, resuming } = rolesOf(size)
  return [
    { name: 'GET the star', member: READER, path: `/api/users/${names.username(STAR)}` },
    { name: 'GET the reader', member: READER, path: `/api/users/${names.username(READER)}` },
    { name: 'GET the busiest post', member: READER, path: `/api/posts/${names.busiestPost}` },
    { name: 'GET posts, ten muted words', member: muting, path: '/api/posts?limit=100' },
    { name: 'GET feed resume, a muted word', member: resuming, path: `/api/feed/resume?${PAGE}` },
  ]
}

const PAGE = 'limit=20&embed=0'

/** Each run is of another member, or asks for something else, so that most answers are not cached. */
function otherReads(
  { names, size }: Dataset,
  searches: ReturnType<typeof createSearches>,
  run: number,
): readonly Read[] {
  const { tags, others } = rolesOf(size)
  const [tagged, other] = [tags.first + (run % tags.count), others.first + (run % others.count)]
  const { word, commonWord, firstName, beginning, number } = searches
  const search = (name: string, path: string, ...words: string[]): Read => {
    return {
      name: `GET search ${name}`,
      member: other,
      path: `/api/search/${path}q=${encodeURIComponent(words.join(' '))}`,
    }
  }
  const posts = `posts?${PAGE}&`
  const phrase = Array.from({ length: 4 }, commonWord).join(' ')
  return [
    { name: 'GET feed latest, 20 hashtags', member: tagged, path: `/api/feed?${PAGE}&sort=latest` },
    { name: 'GET feed trending, 20 hashtags', member: tagged, path: `/api/feed?${PAGE}&sort=trending` },
    { name: 'GET feed latest, any member', member: other, path: `/api/feed?${PAGE}&sort=latest` },
    { name: 'GET feed trending, any member', member: other, path: `/api/feed?${PAGE}&sort=trending` },
    { name: 'GET explore', member: other, path: `/api/explore?${PAGE}` },
    { name: 'GET notifications', member: other, path: '/api/notifications?limit=20' },
    { name: 'GET a profile', member: HOT, path: `/api/users/${names.username(number(size.members))}?embed=0` },
    { name: 'GET a post', member: other, path: `/api/posts/${names.postId(number(size.posts))}?embed=20` },
    { name: 'GET comments, 500 branches', member: other, path: `/api/comments/${BRANCHED}?${PAGE}&as=tree` },
    search('suggestions', 'suggestions?', beginning()),
    search('people', 'people?limit=20&', firstName()),
    search('posts, two words', posts, word(), word()),
    search('posts, a phrase of common words', posts, `"${phrase}"`),
  ]
}

function rolesOf({ members }: Size) {
  const { 200: usual, tags } = groupsOf(members)
  const others = { first: usual.first + 2, count: usual.count - 2 }
  return { muting: usual.first, resuming: usual.first + 1, others, tags }
}

/** One member has muted the most frequent words. Another one has muted one of them, and stopped reading long ago. */
async function mute({ send }: Meter, { names, size }: Dataset): Promise<void> {
  const { muting, resuming } = rolesOf(size)
  const muteWord = (member: number, rank: number) => {
    const payload = { phrase: wordOf(rank), action: 'hide', duration: 'always' }
    return send({ method: 'POST', url: '/api/muted-words', member, payload })
  }
  for (let rank = 0; rank < MUTED_WORDS; rank++) await muteWord(muting, rank)
  await muteWord(resuming, 0)
  const postId = String(names.postId(100))
  const payload = { sort: 'latest', postId, offset: 0, newestId: postId, age: 0 }
  await send({ method: 'POST', url: '/api/feed/position', member: resuming, payload })
}
