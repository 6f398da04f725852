import { createRandom } from '../../server/test/random.ts'
import type { Group } from '../follow-graph.ts'
import { groupsOf, HOT } from '../follow-graph.ts'
import type { Request } from './wrk.ts'

/** What the requests of a scenario are made of: names in the dataset. */
export interface Names {
  readonly members: number
  readonly posts: number
  username(member: number): string
  memberId(member: number): number
  postId(post: number): number
  /** A session's token for this member. */
  token(member: number): string
  /** The cursor that page 50 of this member's feed starts at. */
  deepCursor(member: number): string
}

export interface ReadScenario {
  readonly name: string
  /** Fixed for a dataset, so that every run sends the same. */
  requests(names: Names): Request[]
}

const PAGE = 'limit=20&embed=0'
/** As many as are asked for at random before they come again. */
const RANDOM_REQUESTS = 20_000
/** Where nearly nobody asks for what was asked for before: more than are kept, and than are sent in a run. */
const UNREPEATED = 200_000

function atRandom(group: Group, make: (member: number) => Request, count = RANDOM_REQUESTS): Request[] {
  const random = createRandom(5)
  return Array.from({ length: count }, () => make(group.first + random.int(group.count)))
}

const feed = (names: Names, member: number, rest = 'sort=latest'): Request => ({
  method: 'GET',
  path: `/api/feed?${PAGE}&${rest}`,
  token: names.token(member),
})

const deepFeed = (names: Names, member: number) => feed(names, member, `sort=latest&cursor=${names.deepCursor(member)}`)

/** Of the readers of page 50 so many: each one's place is walked to before the run. */
export const DEEP_READERS = 300

/** Readers of a feed: the one of the hot scenarios, or as many as the dataset has who follow about so many. */
const wide =
  (follows: 20 | 200 | 2_000, make = (names: Names, member: number) => feed(names, member)) =>
  (names: Names) =>
    atRandom(groupsOf(names.members)[follows], (member) => make(names, member))

function deepWide(names: Names): Request[] {
  const { first, count } = groupsOf(names.members)[200]
  return atRandom({ first, count: Math.min(DEEP_READERS, count) }, (member) => deepFeed(names, member))
}

/** Any of the posts, each as likely as the next, for any of the 5,000 readers: nearly every page has to be made. */
function anyPost(names: Names): Request[] {
  const random = createRandom(7)
  return atRandom(
    groupsOf(names.members)[200],
    (member) => postPage(names, member, random.int(names.posts)),
    UNREPEATED,
  )
}

/** Of ten readers nine look at one of the newest thousand, as people do who come from a feed. */
function newPost(names: Names): Request[] {
  const random = createRandom(7)
  return atRandom(groupsOf(names.members)[200], (member) => {
    const isNew = random.int(10) > 0
    return postPage(names, member, isNew ? names.posts - 1 - random.int(1_000) : random.int(names.posts))
  })
}

const postPage = (names: Names, member: number, post: number): Request => ({
  method: 'GET',
  path: `/api/posts/${names.postId(post)}?embed=20`,
  token: names.token(member),
})

export const READS: readonly ReadScenario[] = [
  { name: 'home latest, hot', requests: (names) => [feed(names, HOT)] },
  { name: 'home oldest, hot', requests: (names) => [feed(names, HOT, 'sort=oldest')] },
  { name: 'home trending, hot', requests: (names) => [feed(names, HOT, 'sort=trending')] },
  { name: 'home latest, page 50, hot', requests: (names) => [deepFeed(names, HOT)] },
  { name: 'home latest, wide, following 20', requests: wide(20) },
  { name: 'home latest, wide, following 200', requests: wide(200) },
  { name: 'home latest, wide, following 2,000', requests: wide(2_000) },
  {
    name: 'home oldest, wide, following 200',
    requests: wide(200, (names, member) => feed(names, member, 'sort=oldest')),
  },
  {
    name: 'home trending, wide, following 200',
    requests: wide(200, (names, member) => feed(names, member, 'sort=trending')),
  },
  { name: 'home latest, page 50, wide, following 200', requests: deepWide },
  {
    name: 'explore, wide',
    requests: wide(200, (names, member) => ({
      method: 'GET',
      path: `/api/explore?${PAGE}`,
      token: names.token(member),
    })),
  },
  {
    name: 'profile, wide',
    requests: (names) =>
      atRandom({ first: 0, count: names.members }, (member) => ({
        method: 'GET',
        path: `/api/users/${names.username(member)}?embed=0`,
        token: names.token(HOT),
      })),
  },
  { name: 'post page, wide', requests: anyPost },
  { name: 'post page, wide, nine of ten to new posts', requests: newPost },
  { name: 'all posts, as the specification has it', requests: () => [{ method: 'GET', path: '/api/posts' }] },
]
