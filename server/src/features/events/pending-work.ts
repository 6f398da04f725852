import type { Invalidation, Kind } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import type { LiveStream } from './live-stream.ts'
import type { OpenStreams } from './open-streams.ts'

/** What the next round has to read. */
export class PendingWork {
  /** Members who may have new posts. */
  readonly authors = new Set<MemberId>()
  /** Posts that may have new hashtags. */
  readonly tagged = new Set<PostId>()
  readonly reposts = new Set<number>()
  /** Watched posts that may have changed. */
  posts = new Set<PostId>()
  /** Members with streams whose follower count, requests to follow, pinned post, blocks or mutes may have changed. */
  readonly profiles = new Set<MemberId>()
  /** Of these, those whose own requests to follow have changed, even if they are the same again. */
  readonly requesters = new Set<MemberId>()
  /** Members with streams whose notifications may have changed. */
  notices = new Set<MemberId>()
  /** Members with streams from whom other members, words or languages may be hidden than before. */
  readonly sights = new Set<MemberId>()
  /** Members with streams whose sessions may have ended. */
  readonly sessions = new Set<MemberId>()
  /** Streams that get their first events. */
  readonly joined = new Set<LiveStream>()
  /**
   * Whether new posts, sessions, profiles, notifications and what viewers do not see have to be read for all streams.
   */
  everything = false

  /** @returns whether the batch invalidates `everything`; the caller decides when that is read */
  add(batch: readonly Invalidation[], streams: OpenStreams): boolean {
    let hasEverything = false
    for (const [kind, a, b] of batch) {
      if (kind === 'everything') hasEverything = true
      WORK_OF[kind]?.(this, streams, a, b)
    }
    return hasEverything
  }

  /** Adds the work of a failed round, so that the next one repeats it. */
  merge(earlier: PendingWork): void {
    for (const name of SET_NAMES) {
      for (const entry of earlier[name]) (this[name] as Set<unknown>).add(entry)
    }
    this.everything ||= earlier.everything
  }

  /** Whether there is work for the next round, other than posts and notifications, which may wait longer. */
  get isUrgent(): boolean {
    return this.everything || SET_NAMES.some((name) => IS_URGENT[name] && this[name].size > 0)
  }
}

type AddWork = (work: PendingWork, streams: OpenStreams, a: number, b: number) => void

/** The work that each kind of invalidation causes; null for none. A kind that is missing here is a compile error. */
export const WORK_OF: Readonly<Record<Kind, AddWork | null>> = {
  post: addPost,
  postAdded: addAuthor,
  postRemoved(work, streams, post, author) {
    addAuthor(work, streams, post, author)
    addPost(work, streams, post)
  },
  follow(work, streams, follower, followed) {
    addProfile(work, streams, followed)
    // The follower may see posts that are for followers, or no longer.
    for (const { watched } of streams.of(follower as MemberId)) addPostsBy(work, streams, watched, followed)
  },
  // Who asks learns of the answer.
  request(work, streams, follower, followed) {
    addProfile(work, streams, follower)
    addProfile(work, streams, followed)
    if (streams.of(follower as MemberId).size > 0) work.requesters.add(follower as MemberId)
  },
  pin: addProfile,
  relation(work, streams, member) {
    addProfile(work, streams, member)
    addSight(work, streams, member)
    addNotice(work, streams, member)
  },
  blocked(work, streams, member) {
    addSight(work, streams, member)
    addNotice(work, streams, member)
  },
  notification: addNotice,
  // A like, or one that was taken back, changes the notifications of the author.
  ranking: (work, streams, _post, author) => addNotice(work, streams, author),
  session(work, streams, member) {
    if (streams.of(member as MemberId).size > 0) work.sessions.add(member as MemberId)
  },
  queued: null,
  // Whoever watches a post of the member may no longer see it, or see it again.
  audience(work, streams, member) {
    addPostsBy(work, streams, streams.watched.keys(), member)
  },
  // The push worker looks after these.
  device: null,
  // What events show of these is also a change of a post or a follow.
  reaction: null,
  tagged({ tagged }, _streams, post) {
    tagged.add(post as PostId)
  },
  repostAdded({ reposts }, _streams, repost) {
    reposts.add(repost)
  },
  repostRemoved: null,
  repostShown: null,
  repostRanking: null,
  quoted: null,
  card({ posts }, { watched }, card) {
    for (const [id, post] of watched) if (post.card === card || post.author === null) posts.add(id)
  },
  // Very many members may have been told: their lists are read again when they are opened.
  told: null,
  toldShown: null,
  // The home feed is read again when it is opened.
  tagRanking: null,
  tagFollow: null,
  memberCounts: null,
  // Events name members by their usernames alone, which do not change.
  member: null,
  // See `add`: everything is read, but not in every round.
  everything: null,
}

/** Those of these watched posts that the member may have written. */
function addPostsBy({ posts }: PendingWork, { watched }: OpenStreams, ids: Iterable<PostId>, member: number): void {
  for (const id of ids) {
    const post = watched.get(id)
    if (post && (post.author === null || post.author === member)) posts.add(id)
  }
}

function addPost({ posts }: PendingWork, { watched }: OpenStreams, post: number): void {
  if (watched.has(post as PostId)) posts.add(post as PostId)
}

function addAuthor({ authors }: PendingWork, _streams: OpenStreams, _post: number, author: number): void {
  authors.add(author as MemberId)
}

function addProfile({ profiles }: PendingWork, streams: OpenStreams, member: number): void {
  if (streams.of(member as MemberId).size > 0) profiles.add(member as MemberId)
}

function addNotice({ notices }: PendingWork, streams: OpenStreams, member: number): void {
  if (streams.of(member as MemberId).size > 0) notices.add(member as MemberId)
}

function addSight({ sights }: PendingWork, streams: OpenStreams, member: number): void {
  if (streams.of(member as MemberId).size > 0) sights.add(member as MemberId)
}

type SetName = {
  [Name in keyof PendingWork]: PendingWork[Name] extends ReadonlySet<unknown> ? Name : never
}[keyof PendingWork]

/** A set of `PendingWork` that is missing here is a compile error. */
const IS_URGENT: Readonly<Record<SetName, boolean>> = {
  authors: true,
  tagged: true,
  reposts: true,
  posts: false,
  notices: false,
  profiles: true,
  requesters: true,
  sights: true,
  sessions: true,
  joined: true,
}
const SET_NAMES = Object.keys(IS_URGENT) as SetName[]
