import type { ErrorCode, ShowPollResults, WhoMayQuote, WhoMayRepost } from '@quack/contract'
import { DEFAULT_AVATARS } from '@quack/contract/rules/avatars'
import type { Sort } from '@quack/contract/rules/limits'
import { isBlank } from '@quack/contract/rules/text'
import { ModelTags } from './model-tags.ts'
import {
  choicesOf,
  coverOf,
  editedAvatarOf,
  editedTextOf,
  isRepeatable,
  langOf,
  languagesOf,
  mediaOf,
  type Operation,
  pollOf,
  quoteRuleOf,
  ruleOf,
} from './operations.ts'
import { shownVersion } from './views.ts'

/**
 * A simple implementation of the specification with plain arrays, without tables, indexes or cursors. The server must
 * agree with it. Lists are oldest first, and members are identified by their usernames.
 */
export interface ModelPost {
  readonly number: number
  readonly author: string
  content: string
  /** Empty for none. */
  lang: string
  mediaUrl: string
  type: string
  warning?: string | undefined
  sensitive?: boolean | undefined
  furtherPictures: readonly { readonly url: string; readonly alt: string }[]
  likeCount: number
  likedBy: string[]
  dislikedBy: string[]
  repostedBy: string[]
  /** When it was written, and when it was reposted, in steps. */
  readonly at: number
  readonly repostedAt: Map<string, number>
  whoMayRepost: WhoMayRepost
  whoMayQuote: WhoMayQuote
  /** What it quotes, which may be deleted; null if it quotes nothing. */
  quoted: ModelPost | 'withdrawn' | null
  /** What it said before each edit, oldest first. */
  readonly versions: ReturnType<typeof shownVersion>[]
  poll: ModelPoll | null
  /** Also of a poll that was removed: no two of a post have the same. */
  pollVersion: number
  comments: ModelComment[]
  /** Deleted comments, whose places may be shown. */
  gone: ModelComment[]
}

export interface ModelPoll {
  readonly options: readonly string[]
  readonly multiple: boolean
  readonly mayChange: boolean
  readonly showResults: ShowPollResults
  /** By who has chosen them. */
  readonly votes: Map<string, readonly number[]>
}

export interface ModelComment {
  readonly number: number
  readonly author: string
  readonly answers: number | null
  text: string
  /** What it said before each edit, oldest first. */
  readonly versions: string[]
  upvotedBy: string[]
  downvotedBy: string[]
}

export type ViewerName = string | null

/** Refusals of what changes nothing. */
const UNCHANGED: ReadonlySet<ErrorCode> = new Set([
  'postAlreadyLiked',
  'alreadyFollowing',
  'notFollowing',
  'tagAlreadyFollowed',
  'commentAlreadyUpvoted',
  'commentAlreadyDownvoted',
  'postAlreadyBookmarked',
  'postNotBookmarked',
])

/** A post in a list in which reposts have a place, and who has brought it. */
export interface FeedEntry {
  readonly post: ModelPost
  readonly at: number
  readonly repost?: { readonly by: string; readonly others: number }
}

/** @param sent null for none, undefined for what there is */
function editedPoll(present: ModelPoll | null, sent: ReturnType<typeof pollOf>): ModelPoll | null | 'invalid' {
  if (sent === undefined) return present
  if (sent === null) return null
  const options = sent.options.map((option) => option.trim())
  if (new Set(options.map((option) => option.toLowerCase())).size < options.length) return 'invalid'
  const { multiple = false, mayChange = false, showResults = 'always' } = { ...present, ...sent }
  const isSame = present?.options.join() === options.join() && present.multiple === multiple
  return { options, multiple, mayChange, showResults, votes: (isSame && present?.votes) || new Map() }
}

const without = <T>(list: readonly T[], entry: T) => list.filter((other) => other !== entry)

export class Model {
  readonly names: readonly string[]
  posts: ModelPost[] = []
  follows: { from: string; to: string; hidesReposts?: boolean }[] = []
  bookmarks: { by: string; post: ModelPost }[] = []
  readonly tags = new ModelTags()
  #steps = 0
  readonly pins = new Map<string, ModelPost>()
  readonly profiles = new Map<string, { bio: string; avatar: string }>()
  /** Of new posts. */
  readonly whoMayRepost = new Map<string, WhoMayRepost>()
  readonly whoMayQuote = new Map<string, WhoMayQuote>()
  /** To which Explore is limited. */
  readonly languages = new Map<string, readonly string[]>()

  readonly #keepsVersions: boolean

  /** @param names in the order of the sign-ups; @param keepsVersions whether each edit leaves a trace */
  constructor(names: readonly string[], keepsVersions: boolean) {
    this.names = names
    this.#keepsVersions = keepsVersions
    for (const name of names) this.profiles.set(name, { bio: '', avatar: DEFAULT_AVATARS[0] })
  }

  /** Everybody's posts in the languages that a member has chosen, and those without one. */
  explore(viewer: string): ModelPost[] {
    const languages = this.languages.get(viewer) ?? []
    return this.posts.filter(
      ({ lang }) => languages.length === 0 || lang === '' || languages.some((code) => lang.startsWith(code)),
    )
  }

  /** Applies one step. @returns its refusal; null if it succeeds */
  apply(step: Operation): ErrorCode | null {
    const refusal = this.#apply(step)
    return refusal !== null && isRepeatable(step) && UNCHANGED.has(refusal) ? null : refusal
  }

  #apply(step: Operation): ErrorCode | null {
    this.#steps++
    const { by, member, text } = step
    const media = mediaOf(step)
    const edited = editedTextOf(step)
    const [found, other] = [step.post, step.other].map((number) => this.posts.find((post) => post.number === number))

    switch (step.kind) {
      case 'walk':
        return null
      case 'post':
      case 'quote': {
        const { mediaUrl = '', type = '', furtherPictures = [] } = media
        if (isBlank(text) && mediaUrl === '') return 'postEmpty'
        const poll = editedPoll(null, pollOf(step))
        if (poll === 'invalid') return 'pollInvalid'
        if (step.kind === 'quote' && !other) return 'postUnknown'
        if (other && !this.mayQuote(by, other)) return 'quoteForbidden'
        if (furtherPictures.length > 0 && (mediaUrl === '' || type !== 'image')) return 'picturesInvalid'
        const empty = {
          likeCount: 0,
          likedBy: [],
          dislikedBy: [],
          repostedBy: [],
          versions: [],
          comments: [],
          gone: [],
        }
        const times = { at: this.#steps, repostedAt: new Map<string, number>() }
        const rules = {
          whoMayRepost: ruleOf(step) ?? this.whoMayRepost.get(by) ?? 'everyone',
          whoMayQuote: quoteRuleOf(step) ?? this.whoMayQuote.get(by) ?? 'everyone',
        }
        const quoted = other ?? null
        const written = {
          content: text,
          lang: langOf(step) ?? '',
          mediaUrl,
          type: mediaUrl === '' ? '' : type,
          furtherPictures,
          ...coverOf(step),
          ...{ poll, pollVersion: 1 },
        }
        this.posts.push({ number: step.post, author: by, ...written, quoted, ...rules, ...times, ...empty })
        return null
      }
      case 'editProfile': {
        const { bio = '', avatar = '' } = this.profiles.get(by) ?? {}
        this.profiles.set(by, { bio: edited ?? bio, avatar: editedAvatarOf(step) ?? avatar })
        return null
      }
      case 'follow':
        if (member === by) return 'followSelf'
        if (!this.names.includes(member)) return 'memberUnknown'
        if (this.isFollowing(by, member)) return 'alreadyFollowing'
        this.follows.push({ from: by, to: member })
        return null
      case 'unfollow':
        if (!this.names.includes(member)) return 'memberUnknown'
        if (!this.isFollowing(by, member)) return 'notFollowing'
        this.follows = this.follows.filter((follow) => follow.from !== by || follow.to !== member)
        return null
      case 'hideReposts':
      case 'showReposts': {
        if (!this.names.includes(member)) return 'memberUnknown'
        const follow = this.follows.find(({ from, to }) => from === by && to === member)
        if (!follow) return step.kind === 'hideReposts' ? 'notFollowing' : null
        follow.hidesReposts = step.kind === 'hideReposts'
        return null
      }
      case 'setReposts':
        // What is not sent stays.
        this.whoMayRepost.set(by, ruleOf(step) ?? this.whoMayRepost.get(by) ?? 'everyone')
        this.whoMayQuote.set(by, quoteRuleOf(step) ?? this.whoMayQuote.get(by) ?? 'everyone')
        return null
      case 'setLanguages':
        this.languages.set(by, languagesOf(step))
        return null
      case 'followTag':
      case 'unfollowTag':
        return this.tags.apply(step)
    }

    if (!found) return 'postUnknown'
    switch (step.kind) {
      case 'editPost': {
        const { mediaUrl = found.mediaUrl, type = found.type, furtherPictures = found.furtherPictures } = media
        if (found.author !== by) return 'postEditForbidden'
        const content = edited ?? found.content
        const poll = editedPoll(found.poll, pollOf(step))
        if (poll === 'invalid') return 'pollInvalid'
        if (isBlank(content) && mediaUrl === '') return 'postEmpty'
        if (furtherPictures.length > 0 && (mediaUrl === '' || type !== 'image')) return 'picturesInvalid'
        const rules = {
          whoMayRepost: ruleOf(step) ?? found.whoMayRepost,
          whoMayQuote: quoteRuleOf(step) ?? found.whoMayQuote,
        }
        const edits = {
          content,
          lang: langOf(step) ?? found.lang,
          mediaUrl,
          type: mediaUrl === '' ? '' : type,
          furtherPictures,
          ...coverOf(step),
        }
        const before = shownVersion(found)
        // Votes on other options are none.
        if (found.poll && poll?.votes !== found.poll.votes) found.pollVersion++
        Object.assign(found, edits, rules, { poll })
        const isSeen = JSON.stringify(before) !== JSON.stringify(shownVersion(found))
        if (this.#keepsVersions && isSeen) found.versions.push(before)
        return null
      }
      case 'deletePost':
        if (found.author !== by) return 'postDeleteForbidden'
        this.posts = without(this.posts, found)
        this.bookmarks = this.bookmarks.filter((bookmark) => bookmark.post !== found)
        if (this.pins.get(by) === found) this.pins.delete(by)
        return null
      case 'pin':
        if (found.author !== by) return 'postPinForbidden'
        if (this.pins.get(by) === found) return 'postAlreadyPinned'
        this.pins.set(by, found)
        return null
      case 'unpin':
        if (found.author !== by) return 'postPinForbidden'
        if (this.pins.get(by) !== found) return 'postNotPinned'
        this.pins.delete(by)
        return null
      case 'like':
        if (found.likedBy.includes(by)) return 'postAlreadyLiked'
        found.likeCount++
        found.likedBy.push(by)
        found.dislikedBy = without(found.dislikedBy, by)
        return null
      case 'dislike':
        if (found.likeCount === 0) return 'likeCountZero'
        if (found.dislikedBy.includes(by)) return 'postAlreadyDisliked'
        found.likeCount--
        found.dislikedBy.push(by)
        found.likedBy = without(found.likedBy, by)
        return null
      case 'unlike':
        if (!found.likedBy.includes(by)) return null
        found.likeCount = Math.max(0, found.likeCount - 1)
        found.dislikedBy.push(by)
        found.likedBy = without(found.likedBy, by)
        return null
      case 'repost':
        if (found.author === by) return 'repostOwn'
        if (found.whoMayRepost === 'nobody') return 'repostForbidden'
        if (found.repostedBy.includes(by)) return null
        found.repostedBy.push(by)
        found.repostedAt.set(by, this.#steps)
        return null
      case 'unrepost':
        found.repostedBy = without(found.repostedBy, by)
        return null
      case 'withdrawQuote':
        if (found.author !== by) return 'quoteNotOwn'
        if (other?.quoted === found) other.quoted = 'withdrawn'
        return null
      case 'votePoll': {
        const [poll, choices] = [found.poll, choicesOf(step)]
        if (!poll) return 'pollUnknown'
        if (step.version !== found.pollVersion) return 'pollChanged'
        const own = poll.votes.get(by)
        if (own?.join() === choices.join()) return null
        const isMissing = choices.some((choice) => choice >= poll.options.length)
        if (isMissing || (choices.length > 1 && !poll.multiple)) return 'pollChoiceInvalid'
        if (own && !poll.mayChange) return 'pollVoted'
        poll.votes.set(by, choices)
        return null
      }
      case 'bookmark':
        if (this.isBookmarked(by, found)) return 'postAlreadyBookmarked'
        this.bookmarks.push({ by, post: found })
        return null
      case 'unbookmark':
        if (!this.isBookmarked(by, found)) return 'postNotBookmarked'
        this.bookmarks = this.bookmarks.filter((bookmark) => bookmark.by !== by || bookmark.post !== found)
        return null
      case 'comment':
        if (isBlank(text)) return 'commentEmpty'
        if (step.answering !== null && !found.comments.some(({ number }) => number === step.answering))
          return 'commentUnknown'
        found.comments.push({
          ...{ number: step.comment, author: by, answers: step.answering, text },
          ...{ versions: [], upvotedBy: [], downvotedBy: [] },
        })
        return null
    }

    const comment = found.comments.find((entry) => entry.number === step.comment)
    if (step.kind === 'editComment' && edited !== undefined && isBlank(edited)) return 'commentEmpty'
    if (!comment) return 'commentUnknown'
    switch (step.kind) {
      case 'editComment':
        if (comment.author !== by) return 'commentEditForbidden'
        if (this.#keepsVersions && edited !== undefined && edited !== comment.text) comment.versions.push(comment.text)
        comment.text = edited ?? comment.text
        return null
      case 'deleteComment':
        if (comment.author !== by && found.author !== by) return 'commentDeleteForbidden'
        found.comments = without(found.comments, comment)
        found.gone.push(comment)
        return null
      case 'upvote':
        if (comment.upvotedBy.includes(by)) return 'commentAlreadyUpvoted'
        comment.upvotedBy.push(by)
        comment.downvotedBy = without(comment.downvotedBy, by)
        return null
      case 'downvote':
        if (comment.downvotedBy.includes(by)) return 'commentAlreadyDownvoted'
        comment.downvotedBy.push(by)
        comment.upvotedBy = without(comment.upvotedBy, by)
        return null
      case 'unvote':
        comment.upvotedBy = without(comment.upvotedBy, by)
        comment.downvotedBy = without(comment.downvotedBy, by)
        return null
    }
  }

  mayQuote(name: string, { author, whoMayQuote }: ModelPost): boolean {
    if (name === author || whoMayQuote === 'everyone') return true
    return whoMayQuote === 'followers' && this.isFollowing(name, author)
  }

  quotesOf(post: ModelPost): ModelPost[] {
    return this.posts.filter(({ quoted }) => quoted === post)
  }

  isFollowing(from: string, to: string): boolean {
    return this.follows.some((follow) => follow.from === from && follow.to === to)
  }

  hidesReposts(from: string, to: string): boolean {
    return this.follows.some((follow) => follow.from === from && follow.to === to && follow.hidesReposts === true)
  }

  isBookmarked(by: string, post: ModelPost): boolean {
    return this.bookmarks.some((bookmark) => bookmark.by === by && bookmark.post === post)
  }

  followersOf(name: string): string[] {
    return this.follows.filter((follow) => follow.to === name).map((follow) => follow.from)
  }

  followingOf(name: string): string[] {
    return this.follows.filter((follow) => follow.from === name).map((follow) => follow.to)
  }

  bookmarksOf(name: string): ModelPost[] {
    return this.bookmarks.filter((bookmark) => bookmark.by === name).map((bookmark) => bookmark.post)
  }

  isByFollowed(viewer: string, { author }: ModelPost): boolean {
    return author === viewer || this.isFollowing(viewer, author)
  }

  /** The hashtag that brings a post of somebody who is not followed. */
  reasonOf(viewer: string, post: ModelPost): string | undefined {
    return this.isByFollowed(viewer, post) ? undefined : this.tags.followedIn(post.content, viewer)
  }

  feed(viewer: string, sort: Sort): FeedEntry[] {
    const entries = this.posts.flatMap((post) => this.#entryIn(viewer, post) ?? [])
    const newest = sort === 'trending' ? entries.toReversed() : entries.toSorted((a, b) => b.at - a.at)
    if (sort === 'oldest') return newest.toReversed()
    // The sort is stable: of posts with equal counts the newer one stays first.
    return sort === 'latest' ? newest : newest.sort((a, b) => b.post.likeCount - a.post.likeCount)
  }

  /** A post is in a feed once: in its own place, or in that of the first repost by whom the viewer follows. */
  #entryIn(viewer: string, post: ModelPost): FeedEntry | null {
    if (this.isByFollowed(viewer, post) || this.reasonOf(viewer, post) !== undefined) return { post, at: post.at }
    const reposters = post.repostedBy.filter(
      (name) => this.isFollowing(viewer, name) && !this.hidesReposts(viewer, name),
    )
    const [by] = reposters
    if (by === undefined || post.whoMayRepost === 'nobody') return null
    return { post, at: post.repostedAt.get(by) ?? 0, repost: { by, others: reposters.length - 1 } }
  }

  /** What a member has written or reposted, newest first. */
  profile(by: string): FeedEntry[] {
    const entries = this.posts.flatMap((post): FeedEntry | [] => {
      if (post.author === by) return { post, at: post.at }
      const at = post.repostedBy.includes(by) ? post.repostedAt.get(by) : undefined
      return at === undefined || post.whoMayRepost === 'nobody' ? [] : { post, at, repost: { by, others: 0 } }
    })
    return entries.sort((a, b) => b.at - a.at)
  }

  /** Members followed by those whom the viewer follows come first; then more followers, then newer members. */
  suggestions(viewer: string): { name: string; near: number; followers: number }[] {
    const followed = this.followingOf(viewer)
    const near = new Set(followed.flatMap((name) => this.followingOf(name)))
    return this.names
      .filter((name) => name !== viewer && !followed.includes(name))
      .reverse()
      .map((name) => ({ name, near: near.has(name) ? 1 : 0, followers: this.followersOf(name).length }))
      .sort((a, b) => b.near - a.near || b.followers - a.followers)
  }
}
