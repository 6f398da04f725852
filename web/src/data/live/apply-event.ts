import type { Events, PostState } from '@quack/contract'
import { createMemberState } from '../api/member-state.ts'
import { getSession } from '../api/session.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { invalidate } from '../cache/read-again.ts'
import { noteNews, recountNews } from '../feed/gaps.ts'
import { dropNews, reloadSeen } from '../feed/news.ts'
import { noteRequestCount } from '../follows/follow-requests.ts'
import { checkRequests } from '../follows/follows.ts'
import { putFollowersCount, putPinnedPost } from '../members/members.ts'
import { noteUnread } from '../notifications/unread.ts'
import { pendingTap, pendingTargets } from '../outbox/pending.ts'
import { dropPost } from '../posts/post-lists.ts'
import { isTapPending } from '../posts/post-taps.ts'
import {
  getPost,
  isPostGone,
  type LivePost,
  type PollVote,
  patchPost,
  patchQuotes,
  refreshPost,
} from '../posts/posts.ts'

/** The last known versions of what the viewer has been told of. */
const versions = createMemberState(() => ({
  /** Whom and what the viewer has blocked or muted, and the viewer's own requests to follow. */
  own: new Map<'relations' | 'requests', string>(),
  /** The comments of posts; 0 for all others. */
  comments: new Map<string, number>(),
}))

/** Applies each kind of event to the cached data. */
export const applyEvent: { [Name in keyof Events]: (data: Events[Name]) => void } = {
  posts: ({ ids }) => noteNews(ids),
  post: applyPostState,
  delete({ _id }) {
    dropNews(_id)
    if (isPostGone(_id)) return
    const author = getPost(_id)?.username
    dropPost(_id)
    // Its author may have become private, or have removed the viewer from the followers.
    if (author !== undefined) void invalidate({ queryKey: queryKeys.profile(author) })
  },
  follower({ followersCount }) {
    const viewer = getSession()
    if (viewer) putFollowersCount(viewer.username, followersCount)
  },
  pin({ pinnedPost }) {
    const viewer = getSession()
    if (viewer) putPinnedPost(viewer.username, pinnedPost)
  },
  requests({ followRequests, own }) {
    noteRequestCount(followRequests)
    // The first event may be later than the answer of a member to a request that is being sent.
    const isSending = !versions().own.has('requests') && pendingTargets('follow').length > 0
    if (isNewVersion('requests', own) || isSending) void checkRequests()
  },
  notifications: ({ unread }) => noteUnread(unread),
  relations({ version }) {
    if (isNewVersion('relations', version)) reloadSeen()
  },
  // The server resends the state of watched posts. Posts written meanwhile have to be counted.
  resync: () => void recountNews().catch(() => undefined),
  // The session has ended. The next request will find that out and report it.
  ended: () => undefined,
}

/** Tells whether a version is another one than the last. The first is not: it belongs to what was just loaded. */
function isNewVersion(of: 'relations' | 'requests', version: string): boolean {
  const { own } = versions()
  const known = own.get(of)
  own.set(of, version)
  return known !== undefined && known !== version
}

function applyPostState(event: PostState): void {
  const { _id, likes, repostCount, quoteCount, commentsVersion, isQuoteWithdrawn, cardUpdatedAt, edited, ...rest } =
    event
  const { poll, pollResults, hidden, ...state } = rest
  // It was hidden, and is visible again: its author may have unblocked the viewer.
  if (isPostGone(_id)) {
    reloadSeen()
    return
  }
  takeCommentsVersion(_id, commentsVersion ?? 0)
  const known = getPost(_id)
  if (!known) return
  if (!edited && known.updatedAt !== state.updatedAt) {
    void refreshPost(_id)
    return
  }
  // Of a pending tap, only its answer tells whether it is in a count. All else is as the event says.
  const counts = {
    ...(!isTapPending('like', _id) && { likes }),
    ...(!isTapPending('repost', _id) && { repostCount }),
    quoteCount,
  }
  const quote = isQuoteWithdrawn && { quote: {} }
  const card = cardUpdatedAt ? known.card : undefined
  patchPost(_id, (post) => ({
    ...post,
    ...edited,
    ...counts,
    ...quote,
    ...state,
    card,
    hidden,
    ...pollOf(post, event),
  }))
  if (edited) patchQuotes(_id)
  // An edit may have brought another one.
  if (cardUpdatedAt && (known.card?.updatedAt !== cardUpdatedAt || known.updatedAt !== state.updatedAt))
    void refreshPost(_id)
}

/** Of a pending vote, only its answer tells whether it is in the results. Another version has no vote of the viewer. */
function pollOf(post: LivePost, { poll, pollResults: results }: PostState): Pick<LivePost, 'poll' | 'viewer'> {
  const { poll: own, ...viewer } = post.viewer
  const isSame = poll?.version === post.poll?.version
  const pending = pendingTap('pollVote', post._id) as PollVote | undefined
  if (poll && isSame && pending?.version === poll.version) {
    return { poll: { ...poll, results: post.poll?.results }, viewer: post.viewer }
  }
  const choices = (isSame && own?.choices) || []
  return { poll, viewer: results || choices.length > 0 ? { ...viewer, poll: { choices, results } } : viewer }
}

/** Fetches the comments of a post again, if they are loaded and the post's author has hidden or shown one. */
function takeCommentsVersion(postId: string, version: number): void {
  const { comments } = versions()
  if ((comments.get(postId) ?? 0) === version) return
  comments.set(postId, version)
  void invalidate({ queryKey: queryKeys.comments(postId) })
}
