import type { Random } from '@quack/testing/random'

/** The kinds of writes, and how often each is drawn. */
export const WEIGHTS = {
  post: 6,
  comment: 12,
  like: 10,
  dislike: 4,
  upvote: 6,
  downvote: 3,
  bookmark: 5,
  follow: 12,
  unfollow: 2,
  block: 7,
  unblock: 4,
  mute: 4,
  unmute: 2,
  deletePost: 1,
  deleteComment: 2,
} as const
export type WriteKind = keyof typeof WEIGHTS
const KINDS = Object.entries(WEIGHTS).flatMap(([kind, weight]) => Array<WriteKind>(weight).fill(kind as WriteKind))

export interface Write {
  readonly kind: WriteKind
  readonly by: string
  readonly member: string
  readonly post: number
  readonly comment: number
}

interface Reactions {
  /** Oldest first. */
  readonly up: string[]
  readonly down: string[]
}
export interface WorldComment extends Reactions {
  readonly number: number
  readonly author: string
}
export interface WorldPost extends Reactions {
  readonly number: number
  readonly author: string
  likeCount: number
  comments: WorldComment[]
}
interface Pair {
  readonly from: string
  readonly to: string
}

const drop = <T>(list: T[], entry: T): boolean => {
  const index = list.indexOf(entry)
  if (index >= 0) list.splice(index, 1)
  return index >= 0
}
const POSTS_MAX = 30

/** What has happened, in plain lists, oldest first. It knows no viewers, except for what they may write to. */
export class World {
  posts: WorldPost[] = []
  follows: Pair[] = []
  blocks: Pair[] = []
  mutes: Pair[] = []
  bookmarks: { readonly by: string; readonly post: WorldPost }[] = []
  readonly names: readonly string[]

  constructor(names: readonly string[]) {
    this.names = names
  }

  has(list: 'follows' | 'blocks' | 'mutes', from: string, to: string): boolean {
    return this[list].some((pair) => pair.from === from && pair.to === to)
  }

  /** The only rule: whoever has blocked, or was blocked, does not see the other. */
  hides(viewer: string | null, member: string): boolean {
    return viewer !== null && (this.has('blocks', viewer, member) || this.has('blocks', member, viewer))
  }

  /** A comment that nobody sees, because the post's author has blocked its author. */
  isRemoved(post: WorldPost, comment: WorldComment): boolean {
    return this.has('blocks', post.author, comment.author)
  }

  /** @param number of what it creates */
  choose(random: Random, number: number): Write {
    const wanted = random.pick(KINDS)
    const kind = wanted === 'post' && this.posts.length >= POSTS_MAX ? 'deletePost' : wanted
    const post = this.posts.length > 0 ? random.pick(this.posts) : null
    const comment = post && post.comments.length > 0 ? random.pick(post.comments) : null
    const owner = kind === 'deletePost' ? post?.author : kind === 'deleteComment' ? comment?.author : undefined
    return {
      kind,
      by: owner ?? random.pick(this.names),
      member: random.pick(this.names),
      post: kind === 'post' ? number : (post?.number ?? 0),
      comment: kind === 'comment' ? number : (comment?.number ?? 0),
    }
  }

  /** Applies a write. @returns whether it succeeds; what may not be written to is refused as unknown: null */
  apply({ kind, by, member, post: postNumber, comment: commentNumber }: Write): boolean | null {
    if (kind === 'post') {
      this.posts.push({ number: postNumber, author: by, up: [], down: [], likeCount: 0, comments: [] })
      return true
    }
    const pair = { from: by, to: member }
    const add = (list: 'follows' | 'blocks') => {
      if (this.has(list, by, member)) return false
      this[list].push(pair)
      return true
    }
    const remove = (list: 'follows' | 'blocks' | 'mutes', { from, to } = pair) => {
      const had = this.has(list, from, to)
      this[list] = this[list].filter((each) => each.from !== from || each.to !== to)
      return had
    }
    const isOwn = member === by
    switch (kind) {
      case 'follow':
      case 'unfollow':
        if (isOwn) return false
        if (this.hides(by, member)) return null
        return kind === 'follow' ? add('follows') : remove('follows')
      case 'block':
      case 'unblock':
        if (isOwn) return false
        if (this.has('blocks', member, by)) return null
        if (kind === 'unblock') return remove('blocks')
        if (!add('blocks')) return false
        remove('follows')
        remove('follows', { from: member, to: by })
        return true
      case 'mute':
      case 'unmute':
        if (isOwn) return false
        if (this.hides(by, member)) return null
        if (kind === 'unmute') return remove('mutes')
        remove('mutes')
        this.mutes.push(pair)
        return true
    }
    const post = this.posts.find((each) => each.number === postNumber)
    if (!post || this.hides(by, post.author)) return null
    return this.#applyToPost(kind, by, post, commentNumber)
  }

  #applyToPost(kind: WriteKind, by: string, post: WorldPost, commentNumber: number): boolean | null {
    switch (kind) {
      case 'deletePost':
        if (post.author !== by) return false
        this.bookmarks = this.bookmarks.filter((bookmark) => bookmark.post !== post)
        return drop(this.posts, post)
      case 'like':
        if (post.up.includes(by)) return false
        post.likeCount++
        return react(post, 'up', by)
      case 'dislike':
        if (post.likeCount === 0 || post.down.includes(by)) return false
        post.likeCount--
        return react(post, 'down', by)
      case 'bookmark':
        if (this.bookmarks.some((bookmark) => bookmark.by === by && bookmark.post === post)) return false
        this.bookmarks.push({ by, post })
        return true
      case 'comment':
        post.comments.push({ number: commentNumber, author: by, up: [], down: [] })
        return true
    }
    const comment = post.comments.find((each) => each.number === commentNumber)
    if (!comment || this.isRemoved(post, comment) || this.hides(by, comment.author)) return null
    if (kind === 'deleteComment') {
      if (comment.author !== by && post.author !== by) return false
      return drop(post.comments, comment)
    }
    const to = kind === 'upvote' ? 'up' : 'down'
    return comment[to].includes(by) ? false : react(comment, to, by)
  }
}

function react(of: Reactions, to: 'up' | 'down', by: string): true {
  drop(of[to === 'up' ? 'down' : 'up'], by)
  of[to].push(by)
  return true
}
