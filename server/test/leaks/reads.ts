import type { EndpointName, Endpoints } from '@quack/contract'
import { type NumberOf, named, seenComment, seenMember, seenPerson, seenPost } from './seen.ts'
import type { Sight } from './sight.ts'
import type { World, WorldPost } from './world.ts'

/** What a read asks for. Lists of a member or a post use these. */
export interface Target {
  readonly member: string
  readonly post: WorldPost
}

/** How one call is read and what the world says about it, for one viewer. */
export interface Read {
  readonly path: (target: Target, idOf: (post: WorldPost) => string) => string
  /** The property of the answer that is compared: a list that is read page by page, or one entity. */
  readonly part?: string
  readonly isSingle?: boolean
  readonly isMembersOnly?: boolean
  readonly isEmbedding?: boolean
  /** The member or the author whom the address names. If the viewer does not see them, it is answered as unknown. */
  readonly names?: (target: Target) => string
  /** Entries in their order, or the entity. */
  readonly expected?: (see: Sight, target: Target, world: World) => unknown
  readonly seen?: (entry: never, numberOf: NumberOf) => unknown
  /** How many entries the list leaves out; only for lists that say so. */
  readonly left?: (see: Sight, target: Target, world: World) => number
  /** Whom the answer may name although the viewer does not see them: the viewer's own blocks. */
  readonly mayName?: (world: World, viewer: string) => readonly string[]
  /** Whether the answer ends only because tests limit it. */
  readonly isStream?: boolean
  /** Whether it needs a role, or somebody with one. Nobody has one in these worlds, so it is unknown. */
  readonly isForStaff?: boolean
  /** Why the answer is not compared with the world. It is searched for hidden members all the same. */
  readonly notCompared?: string
}

const posts = { part: 'posts', isEmbedding: true, seen: seenPost }
const members = { part: 'users', isEmbedding: true, seen: seenMember }
const ofMember = { names: ({ member }: Target) => member }
const ofPost = { names: ({ post }: Target) => post.author }
const own = { isMembersOnly: true }
const feed = (sort: 'latest' | 'oldest' | 'trending'): Read => ({
  ...posts,
  ...own,
  path: () => `/api/feed?sort=${sort}`,
  expected: (see) => see.feed(sort).map(see.post),
})
const followers = (world: World, { member }: Target) =>
  world.follows.filter(({ to }) => to === member).map(({ from }) => from)
const following = (world: World, { member }: Target) =>
  world.follows.filter(({ from }) => from === member).map(({ to }) => to)
const idle = (path: string, notCompared: string): Read => ({ ...own, path: () => path, notCompared })

const forStaff = (path: string): Read => ({ path: () => path, isForStaff: true })

/** Every call that reads. */
type ReadName = {
  [N in EndpointName]: Endpoints[N]['method'] extends 'GET' ? N : never
}[EndpointName]

/** A call that reads and is missing here is a compile error. */
export const READS = {
  listMembers: [{ ...members, path: () => '/api/users', expected: (see) => see.members().map(see.member) }],
  getMember: [
    {
      ...ofMember,
      part: 'user',
      isSingle: true,
      isEmbedding: true,
      seen: seenMember,
      path: ({ member }) => `/api/users/${member}`,
      expected: (see, { member }) => see.member(member),
    },
  ],
  listFollowers: [
    {
      ...ofMember,
      part: 'followers',
      seen: seenPerson,
      path: ({ member }) => `/api/users/${member}/followers`,
      expected: (see, target, world) => see.people(followers(world, target)).map(see.person),
      left: (see, target, world) => see.left(followers(world, target)),
    },
  ],
  listFollowing: [
    {
      ...ofMember,
      part: 'following',
      seen: seenPerson,
      path: ({ member }) => `/api/users/${member}/following`,
      expected: (see, target, world) => see.people(following(world, target)).map(see.person),
      left: (see, target, world) => see.left(following(world, target)),
    },
  ],
  listSuggestions: [
    { ...members, ...own, path: () => '/api/suggestions', expected: (see) => see.suggestions().map(see.member) },
  ],
  listBlocks: [
    {
      ...own,
      part: 'blocks',
      seen: named,
      path: () => '/api/blocks',
      expected: (see) => see.chosen('blocks'),
      mayName: (world, viewer) => world.blocks.filter(({ from }) => from === viewer).map(({ to }) => to),
    },
  ],
  listMutes: [
    {
      ...own,
      part: 'mutes',
      seen: named,
      path: () => '/api/mutes',
      expected: (see) => see.people(see.mutesOldestFirst()),
    },
  ],
  listFollowRequests: [idle('/api/follow-requests', 'there are none')],
  listPosts: [{ ...posts, path: () => '/api/posts', expected: (see) => see.allPosts().map(see.post) }],
  listExplore: [{ ...posts, path: () => '/api/explore', expected: (see) => see.allPosts().map(see.post) }],
  listFeed: [feed('latest'), feed('oldest'), feed('trending')],
  getPost: [
    {
      ...ofPost,
      part: 'post',
      isSingle: true,
      isEmbedding: true,
      seen: seenPost,
      path: ({ post }, idOf) => `/api/posts/${idOf(post)}`,
      expected: (see, { post }) => see.post(post),
    },
  ],
  listMemberPosts: [
    {
      ...posts,
      ...ofMember,
      path: ({ member }) => `/api/posts/user/${member}`,
      expected: (see, { member }, world) =>
        world.posts
          .filter(({ author }) => author === member)
          .reverse()
          .map(see.post),
    },
  ],
  listLikes: [
    {
      ...ofPost,
      part: 'likes',
      seen: seenPerson,
      path: ({ post }, idOf) => `/api/posts/${idOf(post)}/likes`,
      expected: (see, { post }) => see.people(post.up).map(see.person),
      left: (see, { post }) => see.left(post.up),
    },
  ],
  listComments: [
    {
      ...ofPost,
      part: 'comments',
      isEmbedding: true,
      seen: seenComment,
      path: ({ post }, idOf) => `/api/comments/${idOf(post)}`,
      expected: (see, { post }) => see.comments(post),
      left: (_see, { post }, world) => post.comments.filter((comment) => world.isRemoved(post, comment)).length,
    },
  ],
  listBookmarkIds: [
    {
      ...own,
      part: 'bookmarks',
      seen: (id: string, numberOf: NumberOf) => numberOf(id),
      path: () => '/api/users/bookmark',
      expected: (see) => see.bookmarks().map(({ number }) => number),
    },
  ],
  listBookmarks: [{ ...posts, ...own, path: () => '/api/bookmarks', expected: (see) => see.bookmarks().map(see.post) }],
  listMutedWords: [idle('/api/muted-words', 'there are none')],
  listSessions: [idle('/api/account/sessions', "the viewer's own devices")],
  downloadArchive: [idle('/api/account/archive', "the viewer's own data, compressed")],
  openEvents: [{ ...idle('/api/events', 'the first events have only counts'), isStream: true }],
  listOwnReports: [idle('/api/reports', 'there are none')],
  listOwnDecisions: [idle('/api/decisions', 'there are none')],
  getAbout: [forStaff('/api/about')],
  listReports: [forStaff('/api/moderation/reports')],
  getReport: [forStaff('/api/moderation/reports/1')],
  listAppeals: [forStaff('/api/moderation/appeals')],
  listStaffMembers: [forStaff('/api/moderation/members')],
  listAuditLog: [forStaff('/api/moderation/audit')],
  listApplications: [forStaff('/api/moderation/applications')],
  listInvitations: [forStaff('/api/moderation/invitations')],
  getStatistics: [forStaff('/api/moderation/statistics')],
  getMeta: [{ path: () => '/api/meta', notCompared: 'the same for everybody' }],
} as const satisfies Record<ReadName, readonly Read[]>
