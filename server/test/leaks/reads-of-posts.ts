import type { CommentVersion } from '@quack/contract'
import { VERSIONS_PAGE } from '@quack/contract/rules/limits'
import type { Ids } from './perform.ts'
import { type Fetch, LIST_OF_MEMBER, OF_POST, OWN, type Reads, type Target } from './read.ts'
import { type NumberOf, seenBranch, seenComment, seenPerson, seenPost, seenVersions } from './seen.ts'
import type { Sight } from './sight.ts'
import { branchOf } from './tree.ts'
import { langOf, textOfComment, type WorldComment } from './world.ts'

const posts = { part: 'posts', isEmbedding: true, seen: seenPost } as const

/** As a member who reads German alone. */
const fetchLimited: Fetch = async (_app, client, url) => {
  const choose = (languages: string[]) =>
    client.send({ method: 'POST', url: '/api/account/languages', payload: { languages } })
  await choose(['de'])
  const answer = await client.send({ url })
  await choose([])
  return answer
}

type Pick = (target: Target) => WorldComment | undefined

const branch = (pick: Pick) => ({
  path: (target: Target, ids: Ids) => `/api/comments/branch/${ids.of(pick(target)?.number ?? -1)}`,
  isUnknown: (see: Sight, target: Target) =>
    see.isUnknownPost(target.post) || see.branch(target.post, pick(target)?.number) === null,
})
const branchOfFirst = branch(({ post }) => post.comments.at(0))

const branchRead = (pick: Pick) =>
  ({
    ...branch(pick),
    isSingle: true,
    isEmbedding: true,
    seen: seenBranch,
    expected: (see: Sight, target: Target) => see.branch(target.post, pick(target)?.number),
  }) as const

export const READS_OF_POSTS = {
  listTagPosts: [
    {
      ...posts,
      path: ({ post }) => `/api/tags/${post.topic}/posts`,
      expected: (see, { post }) => see.posts(see.allPosts().filter(({ topic }) => topic === post.topic)),
    },
  ],
  listPosts: [{ ...posts, path: () => '/api/posts', expected: (see) => see.posts(see.allPosts()) }],
  listExplore: [
    { ...posts, path: () => '/api/explore', expected: (see) => see.posts(see.allPosts()) },
    {
      ...{ ...posts, ...OWN },
      fetch: fetchLimited,
      path: () => '/api/explore',
      expected: (see) => see.posts(see.allPosts().filter(({ number }) => langOf(number).startsWith('de'))),
    },
  ],
  getPost: [
    {
      part: 'post',
      isSingle: true,
      isEmbedding: true,
      seen: seenPost,
      isUnknown: (see, { post }) => see.isUnknownAlone(post),
      path: ({ post }, ids) => `/api/posts/${ids.of(post.number)}`,
      expected: (see, { post }) => see.post(post),
    },
  ],
  listMemberPosts: [
    {
      ...posts,
      ...LIST_OF_MEMBER,
      path: ({ member }) => `/api/posts/user/${member}`,
      expected: (see, { member }) => see.profile(member),
    },
  ],
  listLikes: [
    {
      ...OF_POST,
      part: 'likes',
      seen: seenPerson,
      path: ({ post }, ids) => `/api/posts/${ids.of(post.number)}/likes`,
      expected: (see, { post }) => see.people(post.up).map(see.person),
      left: (see, { post }) => see.left(post.up),
    },
  ],
  listReposts: [
    {
      ...OF_POST,
      part: 'reposts',
      seen: seenPerson,
      path: ({ post }, ids) => `/api/posts/${ids.of(post.number)}/reposts`,
      expected: (see, { post }) => see.people(post.reposts).map(see.person),
      left: (see, { post }) => see.left(post.reposts),
    },
  ],
  listQuotes: [
    {
      ...posts,
      ...OF_POST,
      path: ({ post }, ids) => `/api/posts/${ids.of(post.number)}/quotes`,
      expected: (see, { post }) => see.posts(see.quotes(post)),
    },
  ],
  listComments: [
    {
      ...OF_POST,
      part: 'comments',
      isEmbedding: true,
      seen: seenComment,
      path: ({ post }, ids) => `/api/comments/${ids.of(post.number)}`,
      expected: (see, { post }) => see.comments(post),
      left: (_see, { post }, world) => post.comments.filter((comment) => world.isRemoved(post, comment)).length,
    },
    {
      ...OF_POST,
      part: 'comments',
      isEmbedding: true,
      seen: seenComment,
      path: ({ post }, ids) => `/api/comments/${ids.of(post.number)}?as=tree`,
      expected: (see, { post }) => see.tree(post),
      left: (_see, { post }, world) =>
        post.comments.filter(
          (comment) =>
            comment.answers === null && world.isRemoved(post, comment) && !branchOf(world, post, comment.number),
        ).length,
    },
  ],
  getBranch: [
    branchRead(({ post }) => post.comments.at(0)),
    branchRead(({ post }) => post.comments.at(-1)),
    branchRead(({ post }) => post.gone.at(-1)),
    {
      ...branchOfFirst,
      part: 'answers',
      isEmbedding: true,
      seen: seenComment,
      expected: (see, target) => see.branch(target.post, target.post.comments.at(0)?.number)?.answers,
    },
  ],
  listPostVersions: [
    {
      part: 'versions',
      isSingle: true,
      seen: seenVersions,
      isUnknown: (see, { post }) => see.isUnknownAlone(post),
      path: ({ post }, ids) => `/api/posts/${ids.of(post.number)}/versions`,
      expected: (see, { post }) => see.versions(post),
    },
  ],
  listCommentVersions: [
    {
      part: 'versions',
      isSingle: true,
      seen: (versions: CommentVersion[]) => versions.map(({ text }) => text),
      isUnknown: (see, { post }) => see.isUnknownPost(post) || see.isUnknownComment(post, post.comments.at(0)),
      path: ({ post }, ids) => `/api/comments/${ids.of(post.comments.at(0)?.number ?? -1)}/versions`,
      expected: (_see, { post }) => {
        const [comment] = post.comments
        if (!comment) return null
        const named = [...comment.versions, comment.mentioned].reverse().slice(0, VERSIONS_PAGE)
        return named.map((mentioned) => textOfComment({ ...comment, mentioned }))
      },
    },
  ],
  listBookmarkIds: [
    {
      ...OWN,
      part: 'bookmarks',
      seen: (id: string, numberOf: NumberOf) => numberOf(id),
      path: () => '/api/users/bookmark',
      expected: (see) => see.bookmarks().map(({ number }) => number),
    },
  ],
  listBookmarks: [{ ...posts, ...OWN, path: () => '/api/bookmarks', expected: (see) => see.bookmarks().map(see.post) }],
} as const satisfies Reads
