import content from './demo.json' with { type: 'json' }

/** What an empty demo installation is filled with. Members go by username, posts by key. */
interface DemoContent {
  readonly members: readonly {
    readonly username: string
    readonly firstName: string
    readonly lastName: string
    readonly email: string
    readonly bio: string
    /** An https address, or empty. */
    readonly website: string
    readonly avatarURL: string
    readonly joinedDaysAgo: number
  }[]
  /** Who follows whom. The guest leaves four members to be suggested. */
  readonly follows: Readonly<Record<string, readonly string[]>>
  /** Newest first. */
  readonly posts: readonly DemoPost[]
  /** Posts, in the order they were bookmarked. */
  readonly guestBookmarks: readonly string[]
}

interface DemoPost {
  readonly key: string
  readonly author: string
  readonly content: string
  readonly minutesAgo: number
  /** A file of the folder `media`, and its description for those who cannot see it. */
  readonly media?: { readonly file: string; readonly alt: string }
  /** The key of the post that it quotes. */
  readonly quotes?: string
  /** In the order they reposted it. */
  readonly repostedBy?: readonly string[]
  /** In the order they liked it. */
  readonly likedBy: readonly string[]
  /** Oldest first. */
  readonly comments: readonly DemoComment[]
}

interface DemoComment {
  readonly author: string
  readonly text: string
  /** Minutes between the post and the comment. */
  readonly minutesAfter: number
  readonly upvotedBy?: readonly string[]
  readonly downvotedBy?: readonly string[]
}

export const DEMO: DemoContent = content
