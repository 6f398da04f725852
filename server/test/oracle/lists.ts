import type { Comment, Member, MemberSummary, Post } from '@quack/contract'
import type { Sort } from '@quack/contract/rules/limits'
import type { Model, ModelPost, ViewerName } from './model.ts'
import { expectationsOf, type Numbers, seenComment, seenMember, seenPerson, seenPost } from './views.ts'

/** Whose list is read. Lists of a member use `member`, lists of a post use `post`. */
export interface Target {
  readonly member: string
  readonly post: ModelPost
}

export interface Row {
  /** Unique within the list. */
  readonly key: unknown
  /** Values that order the list and that other writes can change; empty if the order of the list is stable. */
  readonly rank: string
  readonly value: unknown
}

/** One list of the API: its path, its content by the model, and the conversion of an answer for the comparison. */
export interface List {
  readonly path: (target: Target, idOf: (post: ModelPost) => string) => string
  /** The name of the list in the answer. */
  readonly part: string
  readonly isMembersOnly?: boolean
  /** Whether its entries have nested lists, so that it accepts `embed`. */
  readonly isEmbedding: boolean
  readonly expected: (model: Model, viewer: string, target: Target, see: Expectations) => Row[]
  readonly seen: (entry: unknown, numbers: Numbers) => { key: unknown; value: unknown }
}

type Expectations = ReturnType<typeof expectationsOf>

const posts = {
  part: 'posts',
  isEmbedding: true,
  seen: (entry: unknown, numbers: Numbers) => {
    const value = seenPost(entry as Post, numbers)
    return { key: value.number, value }
  },
}
const people = {
  isEmbedding: false,
  seen: (entry: unknown) => ({ key: (entry as MemberSummary).username, value: seenPerson(entry as MemberSummary) }),
}
const members = {
  part: 'users',
  isEmbedding: true,
  seen: (entry: unknown, numbers: Numbers) => ({
    key: (entry as Member).username,
    value: seenMember(entry as Member, numbers),
  }),
}

const comments = {
  part: 'comments',
  isEmbedding: true,
  seen: (entry: unknown, numbers: Numbers) => {
    const value = seenComment(entry as Comment, numbers)
    return { key: value.number, value }
  },
}

const postRows = (list: readonly ModelPost[], see: Expectations) =>
  list.map((post) => ({ key: post.number, rank: '', value: see.post(post) }))
const personRows = (oldestFirst: readonly string[], see: Expectations) =>
  [...oldestFirst].reverse().map((name) => ({ key: name, rank: '', value: see.person(name) }))
const feedRows = (model: Model, viewer: string, sort: Sort, see: Expectations) =>
  model.feed(viewer, sort).map((entry) => {
    const value = { ...see.entry(entry), because: model.reasonOf(viewer, entry.post) }
    return { key: entry.post.number, rank: '', value }
  })
const newestFirst = (model: Model) => [...model.posts].reverse()

export const LISTS = {
  posts: { ...posts, path: () => '/api/posts', expected: (model, _v, _t, see) => postRows(newestFirst(model), see) },
  explore: {
    ...posts,
    path: () => '/api/explore',
    expected: (model, viewer, _t, see) => postRows(model.explore(viewer).reverse(), see),
  },
  latest: {
    ...posts,
    isMembersOnly: true,
    path: () => '/api/feed?sort=latest',
    expected: (model, viewer, _t, see) => feedRows(model, viewer, 'latest', see),
  },
  oldest: {
    ...posts,
    isMembersOnly: true,
    path: () => '/api/feed?sort=oldest',
    expected: (model, viewer, _t, see) => feedRows(model, viewer, 'oldest', see),
  },
  trending: {
    ...posts,
    isMembersOnly: true,
    path: () => '/api/feed?sort=trending',
    // Later pages keep the order of the first page, so likes are not a rank here.
    expected: (model, viewer, _t, see) => feedRows(model, viewer, 'trending', see),
  },
  profilePosts: {
    ...posts,
    path: ({ member }) => `/api/posts/user/${member}`,
    expected: (model, _v, { member }, see) =>
      model.profile(member).map((entry) => ({ key: entry.post.number, rank: '', value: see.entry(entry) })),
  },
  bookmarks: {
    ...posts,
    isMembersOnly: true,
    path: () => '/api/bookmarks',
    expected: (model, viewer, _t, see) => postRows(model.bookmarksOf(viewer).reverse(), see),
  },
  bookmarkIds: {
    part: 'bookmarks',
    isMembersOnly: true,
    isEmbedding: false,
    path: () => '/api/users/bookmark',
    expected: (model, viewer) =>
      model
        .bookmarksOf(viewer)
        .reverse()
        .map(({ number }) => ({ key: number, rank: '', value: number })),
    seen: (entry, numbers) => ({ key: numbers.numberOf(String(entry)), value: numbers.numberOf(String(entry)) }),
  },
  members: {
    ...members,
    path: () => '/api/users',
    expected: (model, _v, _t, see) =>
      [...model.names].reverse().map((name) => ({ key: name, rank: '', value: see.member(name) })),
  },
  suggestions: {
    ...members,
    isMembersOnly: true,
    path: () => '/api/suggestions',
    // As for trending: later pages keep the order of the first page.
    expected: (model, viewer, _t, see) =>
      model.suggestions(viewer).map(({ name }) => ({ key: name, rank: '', value: see.member(name) })),
  },
  followers: {
    ...people,
    part: 'followers',
    path: ({ member }) => `/api/users/${member}/followers`,
    expected: (model, _v, { member }, see) => personRows(model.followersOf(member), see),
  },
  following: {
    ...people,
    part: 'following',
    path: ({ member }) => `/api/users/${member}/following`,
    expected: (model, _v, { member }, see) => personRows(model.followingOf(member), see),
  },
  likes: {
    ...people,
    part: 'likes',
    path: ({ post }, idOf) => `/api/posts/${idOf(post)}/likes`,
    expected: (_m, _v, { post }, see) => personRows(post.likedBy, see),
  },
  reposts: {
    ...people,
    part: 'reposts',
    path: ({ post }, idOf) => `/api/posts/${idOf(post)}/reposts`,
    expected: (_m, _v, { post }, see) => personRows(post.repostedBy, see),
  },
  quotes: {
    ...posts,
    path: ({ post }, idOf) => `/api/posts/${idOf(post)}/quotes`,
    expected: (model, _v, { post }, see) => postRows(model.quotesOf(post).reverse(), see),
  },
  comments: {
    ...comments,
    path: ({ post }, idOf) => `/api/comments/${idOf(post)}`,
    expected: (_m, _v, { post }, see) =>
      [...post.comments]
        .reverse()
        .map((comment) => ({ key: comment.number, rank: '', value: see.comment(comment, post) })),
  },
  tree: {
    ...comments,
    path: ({ post }, idOf) => `/api/comments/${idOf(post)}?as=tree`,
    expected: (_m, _v, { post }, see) => see.tree(post).map((value) => ({ key: value.number, rank: '', value })),
  },
} as const satisfies Record<string, List>

export type ListName = keyof typeof LISTS

/** Those of a post, which end with it. */
export const OF_POST = ['likes', 'reposts', 'quotes', 'comments', 'tree'] as const satisfies readonly ListName[]
export const isOfPost = (name: ListName): boolean => OF_POST.some((each) => each === name)

/** One viewer's read of a list, in pages of `limit`. */
export interface Reading {
  readonly name: ListName
  readonly viewer: ViewerName
  readonly target: Target
  readonly limit: number
  readonly embed: number
}

export function expectedRows(model: Model, { name, viewer, target, embed }: Reading): Row[] {
  const list: List = LISTS[name]
  return list.expected(model, viewer ?? '', target, expectationsOf(model, viewer, embed))
}
