import type { PollResults, Post } from '@quack/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { ageOf, forgetCopies } from '../api/copies.ts'
import { createMemberState } from '../api/member-state.ts'
import { queryClient } from '../cache/query-client.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { putPerson } from '../members/people.ts'
import { asQuoted, type Cover, type Quoted } from '../offline/quoted.ts'
import { shownTap, useTaps, withSentTaps, withTaps } from '../outbox/shown-taps.ts'

/**
 * Every post is stored once, by `_id`. Lists hold ids: a like, an edit or a deletion shows in all of them, and no list
 * has to be refetched.
 */
export type LivePost = Pick<
  Post,
  | '_id'
  | 'id'
  | 'username'
  | 'firstName'
  | 'lastName'
  | 'avatarURL'
  | 'content'
  | 'lang'
  | 'mentions'
  | 'mediaUrl'
  | 'type'
  | 'alt'
  | 'media'
  | 'card'
  | 'poll'
  | 'hidden'
> &
  Pick<
    Post,
    | 'repostCount'
    | 'quoteCount'
    | 'commentCount'
    | 'createdAt'
    | 'updatedAt'
    | 'editedAt'
    | 'mutedWord'
    | 'whoMayComment'
    | 'whoMayRepost'
    | 'whoMayQuote'
  > &
  Cover & {
    likes: { likeCount: number; likedByCount: number }
    viewer: Pick<NonNullable<Post['viewer']>, 'liked' | 'disliked' | 'bookmarked' | 'poll'> & { reposted?: boolean }
    furtherPictures?: Quoted['furtherPictures']
    /** See the contract. */
    quote?: { post?: Quoted; muted?: true }
  }

/** How often a visible post is refetched while its video is being converted, in milliseconds. */
const CONVERTING_MS = 4_000

const NO_VIEWER = { liked: false, disliked: false, bookmarked: false }

/** Deleted or hidden for this member. The response to an earlier read must not restore them. */
const gone = createMemberState(() => new Set<string>())

/** Undoing a like is the API's dislike: it lowers the count and adds the viewer to dislikedBy. */
export function withLike(post: LivePost, liked: boolean): LivePost {
  if (post.viewer.liked === liked) return post
  const step = liked ? 1 : -1
  return {
    ...post,
    likes: {
      likeCount: Math.max(0, post.likes.likeCount + step),
      likedByCount: Math.max(0, post.likes.likedByCount + step),
    },
    viewer: { ...post.viewer, liked, disliked: !liked },
  }
}

export function withBookmark(post: LivePost, bookmarked: boolean): LivePost {
  if (post.viewer.bookmarked === bookmarked) return post
  return { ...post, viewer: { ...post.viewer, bookmarked } }
}

export function withRepost(post: LivePost, reposted: boolean): LivePost {
  if ((post.viewer.reposted ?? false) === reposted) return post
  const repostCount = Math.max(0, (post.repostCount ?? 0) + (reposted ? 1 : -1))
  return { ...post, repostCount, viewer: { ...post.viewer, reposted } }
}

/** What a member votes in a version of a poll: options by their places, ascending. */
export interface PollVote {
  choices: number[]
  version: number
}

/** A vote cannot be taken back, so no choice changes nothing; nor does a vote in an earlier version, or too late. */
export function withPollVote(post: LivePost, { choices, version }: PollVote): LivePost {
  const { poll, viewer } = post
  const before = viewer.poll?.choices ?? []
  const isCounted = choices.length === 0 || choices.join() === before.join()
  if (!poll || poll.ended || poll.version !== version || isCounted) return post
  const counted = (results?: PollResults) =>
    results && {
      votes: results.votes.map((count, at) => count + Number(choices.includes(at)) - Number(before.includes(at))),
      voterCount: results.voterCount + (before.length > 0 ? 0 : 1),
    }
  return {
    ...post,
    poll: { ...poll, results: counted(poll.results) },
    viewer: { ...viewer, poll: { choices, results: counted(viewer.poll?.results) } },
  }
}

export const POST_TAPS = {
  like: shownTap<LivePost, boolean>(withLike),
  bookmark: shownTap<LivePost, boolean>(withBookmark),
  repost: shownTap<LivePost, boolean>(withRepost),
  pollVote: shownTap<LivePost, PollVote>(withPollVote),
}

/** Stores a post, its author, and that of a quoted post from a response. Returns the `_id`. */
export function putPost(post: Post): string {
  const { savedAt } = ageOf(post)
  const queryKey = queryKeys.post(post._id)
  // A copy is older than what this page has read or changed since.
  const knownAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  if (savedAt !== undefined && knownAt >= savedAt) return post._id
  for (const by of [post, post.quote?.post]) {
    if (by)
      putPerson({ username: by.username, firstName: by.firstName, lastName: by.lastName, avatarURL: by.avatarURL })
  }
  queryClient.setQueryData<LivePost | null>(queryKey, toLive(post), savedAt === undefined ? {} : { updatedAt: savedAt })
  return post._id
}

function toLive(post: Post): LivePost | null {
  if (gone().has(post._id)) return null
  const { comments: _, likes, viewer = NO_VIEWER, ...rest } = post
  const live = { ...rest, likes: { likeCount: likes.likeCount, likedByCount: likes.likedByCount }, viewer }
  return withSentTaps(live, post._id, POST_TAPS)
}

/** A post as it is shown: with the viewer's taps that the server does not have yet. */
export function withPostTaps(post: LivePost): LivePost {
  return withTaps(post, post._id, POST_TAPS)
}

/** As the server said. */
export function getPost(id: string): LivePost | null | undefined {
  return queryClient.getQueryData<LivePost | null>(queryKeys.post(id))
}

export function patchPost(id: string, patch: (post: LivePost) => LivePost): void {
  queryClient.setQueryData<LivePost | null>(queryKeys.post(id), (known) => (known ? patch(known) : known))
}

/** Shows a post that was changed or deleted in those that quote it. */
export function patchQuotes(id: string): void {
  const post = getPost(id)
  const quote = post ? { post: asQuoted(post) } : {}
  for (const [, known] of queryClient.getQueriesData<LivePost | null>({ queryKey: queryKeys.posts })) {
    if (known?.quote?.post?._id === id) patchPost(known._id, (quoting) => ({ ...quoting, quote }))
  }
}

/** The post with this `_id` as it is shown, kept current. Null until it is known, and once it is gone. */
export function usePost(id: string): LivePost | null {
  const { data = null } = useQuery<LivePost | null>({
    queryKey: queryKeys.post(id),
    queryFn: ({ signal }) => fetchPost(id, signal),
    refetchInterval: ({ state }) => (state.data?.media?.state === 'converting' ? CONVERTING_MS : false),
  })
  return useTaps(data, id, POST_TAPS)
}

/** Reads a post and stores it. */
export async function fetchPost(id: string, signal?: AbortSignal): Promise<LivePost | null> {
  const { post } = await call('GET /api/posts/:postId', { params: { postId: id }, query: { embed: 0 } }, { signal })
  // Only lists say which post is collapsed.
  const mutedWord = getPost(id)?.mutedWord
  const whole = mutedWord === undefined ? post : { ...post, mutedWord }
  putPost(whole)
  return toLive(whole)
}

/** Refetches a post whose cached copy is wrong. Ignores a failure. */
export async function refreshPost(id: string): Promise<void> {
  await fetchPost(id).catch(() => undefined)
}

/** Marks a post as deleted, or hidden from the viewer. The caller removes it from the lists. */
export function markPostGone(id: string): void {
  gone().add(id)
  forgetCopies(id)
  queryClient.setQueryData<LivePost | null>(queryKeys.post(id), null)
  patchQuotes(id)
}

/** Lets posts return that were removed from the screens: they may be visible again. */
export function forgetGonePosts(): void {
  gone().clear()
  queryClient.removeQueries({ queryKey: queryKeys.posts, predicate: ({ state }) => state.data === null })
}

export function isPostGone(id: string): boolean {
  return gone().has(id)
}

/**
 * Reads a post again of which this picture or video could not be loaded. Addresses of media that not everyone may see
 * expire, so a page that has been open for hours needs new ones. If the address is still the same, the file is not
 * loaded again.
 */
export function refreshAddress(postId: string, url: string): void {
  if (url.startsWith('/media/')) void refreshPost(postId)
}
