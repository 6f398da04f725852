import {
  type Action,
  type KindSettings,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type WhoMayComment,
  type WhoMayQuote,
  type WhoMayRepost,
} from '@quack/contract'
import type { Random } from '@quack/testing/random'
import { MUTABLE, TOPICS, topicsOf } from './topics.ts'
import type { TargetKind, World } from './world.ts'

/** The kinds of writes, and how often each is drawn. */
export const WEIGHTS = {
  post: 6,
  limitComments: 2,
  limitReposts: 2,
  setReposts: 1,
  limitQuotes: 2,
  setQuotes: 1,
  editPost: 2,
  warn: 4,
  deletePost: 1,
  reusePicture: 3,
  setAvatar: 2,
  dropAvatar: 1,
  pin: 2,
  unpin: 1,
  like: 10,
  dislike: 4,
  repost: 8,
  unrepost: 3,
  quote: 8,
  withdrawQuote: 3,
  votePoll: 14,
  editPoll: 5,
  bookmark: 5,
  comment: 12,
  editComment: 2,
  upvote: 6,
  downvote: 3,
  hideComment: 4,
  unhideComment: 1,
  deleteComment: 2,
  follow: 12,
  unfollow: 2,
  hideReposts: 2,
  showReposts: 1,
  setPrivate: 2,
  acceptRequest: 4,
  rejectRequest: 1,
  removeFollower: 2,
  block: 7,
  unblock: 4,
  mute: 4,
  unmute: 2,
  followTag: 4,
  unfollowTag: 2,
  muteWord: 3,
  unmuteWord: 2,
  report: 6,
  decide: 5,
  appeal: 3,
  decideAppeal: 3,
  restore: 2,
  unlimit: 2,
  readNotifications: 3,
  chooseNotifications: 2,
  mutePost: 1,
  unmutePost: 1,
} as const
export type WriteKind = keyof typeof WEIGHTS

/** How writes are drawn. */
export interface Drawing {
  readonly kinds: readonly WriteKind[]
  /** With so many posts, one is deleted in place of a new one. */
  readonly postsMax: number
}

export const drawing = (weights: Readonly<Record<WriteKind, number>>, postsMax: number): Drawing => ({
  kinds: Object.entries(weights).flatMap(([kind, weight]) => Array<WriteKind>(weight).fill(kind as WriteKind)),
  postsMax,
})
const USUAL = drawing(WEIGHTS, 30)

/** The address for everyone, or one with a signature: of somebody's own invention, or from long ago. */
export const ADDRESSES = ['plain', 'forged', 'expired'] as const
export type PictureAddress = (typeof ADDRESSES)[number]

/** One call. Each kind uses some of these. */
export interface Write {
  readonly kind: WriteKind
  /** Of what it creates. */
  readonly number: number
  readonly by: string
  readonly member: string
  readonly post: number
  readonly comment: number
  /** Whether a new comment answers this one, if there is one. */
  readonly isAnswer: boolean
  readonly whoMayComment: WhoMayComment
  /** Null for a new post that does not say it. */
  readonly whoMayRepost: WhoMayRepost | null
  readonly whoMayQuote: WhoMayQuote | null
  /** The post from which `post` is withdrawn. */
  readonly quote: number
  readonly topic: string
  readonly hasPicture: boolean
  /** Of a picture that is used again, and how its address is written. */
  readonly file: number
  readonly address: PictureAddress
  readonly isPrivate: boolean
  /** Whether a post has a warning from now on. */
  readonly isWarned: boolean
  readonly wordAction: 'hide' | 'collapse'
  readonly reported: TargetKind
  /** Of a report or decision. */
  readonly about: number
  readonly actions: readonly Action[]
  readonly notificationKind: NotificationKind
  readonly choice: KindSettings
  /** Whether a mute is one of notifications too. */
  readonly isForNotifications: boolean
  /** Whether what is read may have been seen some time ago. */
  readonly isEarlier: boolean
}

const RULES: readonly WhoMayComment[] = ['everyone', 'everyone', 'everyone', 'followed', 'mentioned', 'nobody']
const SENDERS = ['everyone', 'everyone', 'followed', 'nobody'] as const
const KINDS_OF_TARGETS = ['member', 'post', 'post', 'comment'] as const
const ACTIONS: readonly (readonly Action[])[] = [
  ['none'],
  ['warn'],
  ['hide'],
  ['hide'],
  ['hide', 'suspend'],
  ['addWarning'],
  ['addWarning'],
  ['limit'],
  ['delete'],
]

/** @param number of what it creates */
export function choose(world: World, random: Random, number: number, { kinds, postsMax } = USUAL): Write {
  const wanted = random.pick(kinds)
  const isFull = (wanted === 'post' || wanted === 'quote') && world.posts.length >= postsMax
  const kind = isFull ? 'deletePost' : wanted
  const pickOr = <T>(list: readonly T[]): T | null => (list.length > 0 ? random.pick(list) : null)
  const quote = pickOr(kind === 'withdrawQuote' ? world.posts.filter(({ quoted }) => quoted !== null) : [])
  const asking = world.posts.filter(
    ({ poll }) => poll && (kind === 'editPoll' || (kind === 'votePoll' && !poll.hasEnded)),
  )
  const post =
    world.posts.find(({ number: each }) => each === quote?.quoted) ??
    pickOr(random.chance(0.8) ? asking : []) ??
    pickOr(world.posts)
  const comment = pickOr(post?.comments ?? [])
  const about = kind === 'report' || kind === 'decide' ? pickOr(recent(world.reports)) : pickOr(recent(world.decisions))
  const request = pickOr(kind === 'removeFollower' ? world.follows : world.requests)
  const usual = {
    deletePost: post?.author,
    pin: post?.author,
    unpin: post?.author,
    limitComments: post?.author,
    limitReposts: post?.author,
    limitQuotes: post?.author,
    withdrawQuote: post?.author,
    editPost: post?.author,
    editPoll: post?.author,
    warn: post?.author,
    editComment: comment?.author,
    hideComment: post?.author,
    unhideComment: post?.author,
    deleteComment: comment?.author,
    appeal: about?.subject,
    decide: world.moderator,
    decideAppeal: world.moderator,
    restore: world.moderator,
    unlimit: world.moderator,
    acceptRequest: request?.to,
    rejectRequest: request?.to,
    removeFollower: request?.to,
  } as Partial<Record<WriteKind, string>>
  const members: Partial<Record<WriteKind, string | null>> = {
    restore: pickOr([...world.suspended]),
    unlimit: pickOr([...world.limited]),
    acceptRequest: request?.from ?? null,
    rejectRequest: request?.from ?? null,
    removeFollower: request?.from ?? null,
  }
  const usualMember = random.chance(0.9) ? members[kind] : null
  const by = (random.chance(0.9) ? usual[kind] : undefined) ?? random.pick(world.names)
  return {
    kind,
    number,
    by,
    member: usualMember ?? random.pick(world.names),
    post: post?.number ?? 0,
    comment: comment?.number ?? 0,
    isAnswer: random.chance(0.6),
    whoMayComment: random.pick(RULES),
    whoMayRepost: random.pick(['everyone', 'nobody', null, null, null]),
    whoMayQuote: random.pick(['everyone', 'followers', 'nobody', null, null, null]),
    quote: quote?.number ?? 0,
    topic: random.pick(topicsFor(world, kind, by)),
    hasPicture: random.chance(0.2),
    file: pickOr(world.files)?.number ?? 0,
    address: random.pick(ADDRESSES),
    isPrivate: random.chance(0.5),
    isWarned: random.chance(0.6),
    wordAction: random.pick(['hide', 'collapse']),
    reported: random.pick(KINDS_OF_TARGETS),
    about: about?.id ?? 0,
    notificationKind: random.pick(NOTIFICATION_KINDS),
    choice: { list: random.chance(0.7), push: true, from: random.pick(SENDERS) },
    isForNotifications: random.chance(0.5),
    isEarlier: random.chance(0.3),
    actions: random.pick(about?.kind === 'member' ? [['suspend'], ['limit'], ['warn']] : ACTIONS),
  }
}

function topicsFor({ names }: World, kind: WriteKind, by: string): readonly string[] {
  if (kind === 'muteWord') return MUTABLE
  return kind === 'post' || kind === 'quote' || kind === 'reusePicture' ? topicsOf(names, by) : TOPICS
}

/** The last ones, so that few writes refer to what is gone. */
const recent = <T>(list: readonly T[]): readonly T[] => list.slice(-8)
