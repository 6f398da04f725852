import type { WhoMayQuote, WhoMayRepost } from '@quack/contract'
import { PRESET_AVATARS } from '@quack/contract/rules/avatars'
import type { Random } from '@quack/testing/random'
import { LISTS, type ListName } from './lists.ts'
import type { Model, ModelPost } from './model.ts'

/** Calls that change something, and `walk`: the start of reading a list page by page while others write. */
const WEIGHTS = {
  post: 8,
  quote: 8,
  withdrawQuote: 3,
  editPost: 4,
  deletePost: 3,
  pin: 4,
  unpin: 2,
  like: 12,
  dislike: 8,
  unlike: 4,
  repost: 10,
  unrepost: 4,
  setReposts: 2,
  setLanguages: 2,
  follow: 8,
  unfollow: 5,
  hideReposts: 4,
  showReposts: 2,
  followTag: 5,
  unfollowTag: 3,
  comment: 10,
  editComment: 3,
  deleteComment: 4,
  upvote: 6,
  downvote: 6,
  unvote: 4,
  votePoll: 10,
  bookmark: 7,
  unbookmark: 4,
  editProfile: 2,
  walk: 3,
} as const
export type Kind = keyof typeof WEIGHTS
const KINDS = Object.entries(WEIGHTS).flatMap(([kind, weight]) => Array<Kind>(weight).fill(kind as Kind))

/**
 * One step of a history. Posts and comments are identified by a number from their creation, members by name. So a step
 * can be replayed in any part of a history: what was not created there is an unknown id.
 */
export interface Operation {
  readonly kind: Kind
  readonly by: string
  readonly post: number
  readonly comment: number
  /** The post that `post` quotes from now on, or from which `post` is withdrawn. */
  readonly other: number | null
  /** The comment that a new one answers. */
  readonly answering: number | null
  /** Of the poll that a vote is for. */
  readonly version: number
  readonly member: string
  readonly tag: string
  readonly text: string
  readonly list: ListName
  /** Determines the caller's choices (page size, kind of id, kind of answer), and what is read afterwards. */
  readonly seed: number
}

/** The approximate number of posts: enough for several pages, and few enough to compare quickly. */
const POSTS = 24
const NOBODY = 'nobody'
const TAGS = ['reeds', 'pond', 'mud', 'rain'] as const
const BLANKS = ['', '   ', '\n\t', '\u200b\u200d']

/** A random step, which mostly succeeds. @param made the number of posts and comments created before */
export function chooseOperation(random: Random, model: Model, made: number): Operation {
  const wanted = random.pick(KINDS)
  const isFull = (wanted === 'post' || wanted === 'quote') && model.posts.length >= POSTS
  const kind = isFull ? 'deletePost' : wanted
  const live = model.posts.length > 0 && !random.chance(0.04)
  const quotes = kind === 'withdrawQuote' && live ? model.posts.filter(({ quoted }) => quoted !== null) : []
  const quote = quotes.length > 0 ? random.pick(quotes) : null
  const quoted = quote && !random.chance(0.1) ? model.posts.find((each) => each === quote.quoted) : undefined
  const asking = kind === 'votePoll' && live && !random.chance(0.1) ? model.posts.filter(({ poll }) => poll) : []
  const post = quoted ?? (asking.length > 0 ? random.pick(asking) : live ? random.pick(model.posts) : null)
  const commented = model.posts.filter((entry) => entry.comments.length > 0)
  const withComment = commented.length > 0 && !random.chance(0.04) ? random.pick(commented) : post
  const comment = withComment && withComment.comments.length > 0 ? random.pick(withComment.comments) : null
  const isAboutComment = ['editComment', 'deleteComment', 'upvote', 'downvote', 'unvote'].includes(kind)
  const isNewPost = kind === 'post' || kind === 'quote'
  const isNew = isNewPost || kind === 'comment'
  const isOwners = !random.chance(0.15)
  const target = isAboutComment && !random.chance(0.03) ? withComment : post
  const owner = ['editPost', 'deletePost', 'pin', 'unpin', 'withdrawQuote'].includes(kind)
    ? post?.author
    : isAboutComment
      ? comment?.author
      : undefined
  return {
    kind,
    by: owner !== undefined && isOwners && !kind.endsWith('vote') ? owner : random.pick(model.names),
    // May be a post that was deleted or never existed.
    post: isNewPost ? made : (target?.number ?? random.int(made + 2)),
    other: otherOf(kind, { quoted: post, quote })?.number ?? null,
    answering: kind === 'comment' && random.chance(0.6) ? chooseAnswered(random, post, made) : null,
    comment: isNew ? made : (comment?.number ?? random.int(made + 2)),
    version: random.chance(0.1) ? 1 : (post?.pollVersion ?? 1),
    member: random.chance(0.02) ? NOBODY : random.pick(model.names),
    tag: random.pick(TAGS),
    text: random.chance(0.04) ? random.pick(BLANKS) : `text ${random.int(1_000_000)}${chooseTags(random)}`,
    list: random.pick(Object.keys(LISTS) as ListName[]),
    seed: random.int(2 ** 32),
  }
}

type Posts = { readonly quoted: ModelPost | null; readonly quote: ModelPost | null }
const otherOf = (kind: Kind, { quoted, quote }: Posts) => (kind === 'quote' ? quoted : quote)

/** Mostly one that exists. */
function chooseAnswered(random: Random, post: ModelPost | null, made: number): number | null {
  if (random.chance(0.04)) return random.int(made + 2)
  return post && post.comments.length > 0 ? random.pick(post.comments).number : null
}

/** The hashtags at the end of a text: none, or up to three, some of them twice. */
function chooseTags(random: Random): string {
  const count = Math.max(0, random.int(6) - 2)
  return Array.from({ length: count }, () => ` #${random.pick(TAGS)}`).join('')
}

interface Media {
  readonly mediaUrl?: string
  readonly type?: 'image' | 'video'
  readonly furtherPictures?: readonly { readonly url: string; readonly alt: string }[]
}

/** The media fields of a step: absent, empty, or a picture or video of another site, with further pictures. */
export function mediaOf({ kind, seed }: Operation): Media {
  const choice = seed % 8
  const further = { furtherPictures: furtherOf(seed) }
  if (choice === 0 || choice === 3) return { mediaUrl: `https://example.com/${seed}.png`, type: 'image', ...further }
  // Mostly refused, unless the post that is edited has a picture.
  const rarely = (seed >>> 15) % (kind === 'editPost' ? 2 : 12) === 0 ? further : {}
  if (choice === 1) return { mediaUrl: `https://example.com/${seed}.mp4`, type: 'video', ...rarely }
  return choice === 2 ? { mediaUrl: '', type: 'image', ...rarely } : rarely
}

/** Who may repost, as a new or edited post or a setting says it; undefined if it does not. */
export function ruleOf({ seed }: Operation): WhoMayRepost | undefined {
  return ([undefined, undefined, undefined, 'everyone', 'nobody'] as const)[(seed >>> 12) % 5]
}

/** Who may quote, as ruleOf. */
export function quoteRuleOf({ seed }: Operation): WhoMayQuote | undefined {
  return ([undefined, undefined, undefined, 'everyone', 'followers', 'nobody'] as const)[(seed >>> 7) % 6]
}

/** The language that a new or edited post sends; undefined if it sends none. */
export function langOf({ seed }: Operation): string | undefined {
  return ([undefined, '', 'de', 'de', 'de-AT', 'pt-BR'] as const)[(seed >>> 16) % 6]
}

/** The languages to which Explore is limited. */
export function languagesOf({ seed }: Operation): readonly string[] {
  return [[], [], ['de'], ['pt', 'fi'], ['fi']][(seed >>> 13) % 5] ?? []
}

/** Uploaded by everybody. */
export const PICTURES = ['A', 'B', 'C'].map((letter) => `${letter.repeat(22)}.webp`)

const WARNINGS = ['', 'Mud', ' Mud\n and rain '] as const

/** What covers a post, as a new or edited one says it; without what it does not say. */
export function coverOf({ seed }: Operation) {
  const [warning, sensitive] = [WARNINGS[(seed >>> 14) % 7], ([true, false] as const)[(seed >>> 10) % 6]]
  return { ...(warning !== undefined && { warning }), ...(sensitive !== undefined && { sensitive }) }
}

/** The last one is refused. */
const POLL_OPTIONS = [
  ['Reeds', 'Mud'],
  ['Reeds', ' Mud\n', 'Rain'],
  ['Rain', 'rain'],
] as const
const FLAGS = [undefined, true, false] as const

/** What a new or edited post asks; null removes it, undefined leaves it as it is. */
export function pollOf({ seed }: Operation) {
  const choice = (seed >>> 4) % 16
  if (choice === 0) return null
  if (choice > 6) return undefined
  const [options] = [POLL_OPTIONS[choice === 1 ? 2 : choice % 2]] as [readonly string[]]
  const [multiple, mayChange] = [FLAGS[(seed >>> 9) % 3], FLAGS[(seed >>> 11) % 3]]
  const showResults = ([undefined, 'always', 'voted', 'ended'] as const)[(seed >>> 13) % 4]
  return { options, ...defined({ multiple, mayChange, showResults }) }
}
const defined = <T extends object>(of: T) =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }

/** What a vote chooses: mostly one of the options that there are. */
export function choicesOf({ seed }: Operation): number[] {
  const one = (seed >>> 8) % 3
  return (seed >>> 5) % 4 === 0 ? [0, 1, 2].filter((option) => option !== one) : [one]
}

/** Up to three of them, in a random order. */
function furtherOf(seed: number) {
  const first = (seed >>> 18) % PICTURES.length
  const turned = [...PICTURES.slice(first), ...PICTURES.slice(0, first)]
  const alt = (seed >>> 20) % 2 === 0 ? '' : `alt ${seed}`
  return turned.slice(0, (seed >>> 22) % 4).map((name) => ({ url: `/media/${name}`, alt }))
}

/** The text that an edit sends; undefined if it sends none. */
export function editedTextOf({ seed, text }: Operation): string | undefined {
  return (seed >>> 3) % 5 === 0 ? undefined : text
}

/** Kinds with two calls: one refuses what changes nothing, the other answers 200 either way. */
const WITH_PUT: readonly Kind[] = [
  'like',
  'follow',
  'unfollow',
  'followTag',
  'upvote',
  'downvote',
  'bookmark',
  'unbookmark',
]

/** Kinds whose only call answers 200 either way. */
const ONLY_PUT: readonly Kind[] = [
  'unlike',
  'unvote',
  'unfollowTag',
  'repost',
  'unrepost',
  'withdrawQuote',
  'showReposts',
  'setReposts',
  'setLanguages',
  'votePoll',
]

/** Whether the step is sent by a call that answers 200 whether or not something changes. */
export function isRepeatable({ kind, seed }: Operation): boolean {
  if (ONLY_PUT.includes(kind)) return true
  return WITH_PUT.includes(kind) && (seed >>> 9) % 2 === 0
}

/** The avatar that an edit of a profile sends; undefined if it sends none. */
export function editedAvatarOf({ seed }: Operation): string | undefined {
  return (seed >>> 6) % 5 === 0 ? undefined : PRESET_AVATARS[seed % PRESET_AVATARS.length]?.url
}

/** A step as a readable line, with only the parts that it uses. */
export function describe(step: Operation): string {
  const { kind, by, post, other, comment, answering, member, tag, text, list, seed } = step
  const edited = JSON.stringify(editedTextOf(step)) ?? 'no text'
  const rules = [ruleOf(step), quoteRuleOf(step)]
  const poll = pollOf(step) === undefined ? [] : [JSON.stringify(pollOf(step))]
  const parts: Record<Kind, readonly unknown[]> = {
    post: [`#${post}`, JSON.stringify(text), langOf(step), ...rules, ...poll],
    quote: [`#${other} in #${post}`, JSON.stringify(text), ...rules],
    withdrawQuote: [`#${post} from #${other}`],
    editPost: [`#${post}`, edited, langOf(step), ...rules, ...poll],
    deletePost: [`#${post}`],
    pin: [`#${post}`],
    unpin: [`#${post}`],
    like: [`#${post}`],
    dislike: [`#${post}`],
    unlike: [`#${post}`],
    repost: [`#${post}`],
    unrepost: [`#${post}`],
    setReposts: rules,
    setLanguages: languagesOf(step),
    follow: [member],
    unfollow: [member],
    hideReposts: [member],
    showReposts: [member],
    followTag: [tag],
    unfollowTag: [tag],
    comment: [`#${comment} on #${post}`, JSON.stringify(text), ...(answering === null ? [] : [`to #${answering}`])],
    editComment: [`#${comment} on #${post}`, edited],
    deleteComment: [`#${comment} on #${post}`],
    upvote: [`#${comment} on #${post}`],
    downvote: [`#${comment} on #${post}`],
    unvote: [`#${comment} on #${post}`],
    votePoll: [`#${post}`, choicesOf(step), `version ${step.version}`],
    bookmark: [`#${post}`],
    unbookmark: [`#${post}`],
    editProfile: [edited, editedAvatarOf(step) ?? 'no avatar'],
    walk: [list, member, `#${post}`],
  }
  return [by, kind, ...parts[kind], `(seed ${seed})`].join(' ')
}
