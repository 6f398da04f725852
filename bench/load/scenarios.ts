import { createRandom } from '@quack/testing/random'
import type { Group } from '../follow-graph.ts'
import { groupsOf, HOT } from '../follow-graph.ts'
import type { Request } from './wrk.ts'

/** The ids, usernames and tokens in the dataset, of which scenarios make requests. */
export interface Names {
  readonly members: number
  readonly posts: number
  username(member: number): string
  memberId(member: number): number
  postId(post: number): number
  /** The token of this member's session. */
  token(member: number): string
  /** The token of an app of this member, one of those who follow about 200. */
  appToken(member: number): string
  /** The cursor of page 50 of this member's feed. */
  deepCursor(member: number): string
}

export interface ReadScenario {
  readonly name: string
  /** The same for each run on a dataset. */
  requests(names: Names): Request[]
}

const PAGE = 'limit=20&embed=0'
/** Random requests before they repeat. */
const RANDOM_REQUESTS = 20_000
/** More random requests than fit into the caches, and than a run sends. */
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

/** The number of readers of page 50. The cursor of each is found before the run. */
export const DEEP_READERS = 300

/** Random readers of a feed who follow about so many members. */
const wide =
  (follows: keyof ReturnType<typeof groupsOf>, make = (names: Names, member: number) => feed(names, member)) =>
  (names: Names) =>
    atRandom(groupsOf(names.members)[follows], (member) => make(names, member))

function deepWide(names: Names): Request[] {
  const { first, count } = groupsOf(names.members)[200]
  return atRandom({ first, count: Math.min(DEEP_READERS, count) }, (member) => deepFeed(names, member))
}

/** Any post with the same probability, for any reader who follows about 200: hardly any page is cached. */
function anyPost(names: Names): Request[] {
  const random = createRandom(7)
  return atRandom(
    groupsOf(names.members)[200],
    (member) => postPage(names, member, random.int(names.posts)),
    UNREPEATED,
  )
}

/** Nine of ten readers open one of the newest thousand posts, as people who come from a feed do. */
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
  { name: 'home latest, wide, following 200 and 20 tags', requests: wide('tags') },
  { name: 'home latest, wide, following 2,000', requests: wide(2_000) },
  {
    name: 'home oldest, wide, following 200',
    requests: wide(200, (names, member) => feed(names, member, 'sort=oldest')),
  },
  {
    name: 'home trending, wide, following 200 and 20 tags',
    requests: wide('tags', (names, member) => feed(names, member, 'sort=trending')),
  },
  {
    name: 'home trending, wide, following 200',
    requests: wide(200, (names, member) => feed(names, member, 'sort=trending')),
  },
  { name: 'home latest, page 50, wide, following 200', requests: deepWide },
  {
    name: 'home of an app, wide, following 200',
    requests: wide(200, (names, member) => ({
      method: 'GET',
      path: '/api/v1/timelines/home?limit=20',
      token: names.appToken(member),
    })),
  },
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
  {
    name: 'notifications, wide',
    requests: wide(200, (names, member) => ({
      method: 'GET',
      path: '/api/notifications?limit=20',
      token: names.token(member),
    })),
  },
  { name: 'post page, wide', requests: anyPost },
  { name: 'post page, wide, nine of ten to new posts', requests: newPost },
  { name: 'all posts, as the specification has it', requests: () => [{ method: 'GET', path: '/api/posts' }] },
]
