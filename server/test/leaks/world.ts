import type {
  Action,
  Decision,
  OwnReport,
  ShowPollResults,
  WhoMayComment,
  WhoMayQuote,
  WhoMayRepost,
} from '@quack/contract'
import { spelt } from './topics.ts'
import { WorldNotifications } from './world-notifications.ts'

/** What has happened, in plain lists, oldest first, and the rules of who sees and may do what. */

interface Reactions {
  /** Oldest first. */
  readonly up: string[]
  readonly down: string[]
}
interface Mentioning {
  /** Whom the text names. */
  mentioned: string
  /** Whether the author saw the named member when it was written. If not, the text mentions nobody. */
  isMention: boolean
}
export interface WorldComment extends Reactions, Mentioning {
  readonly number: number
  readonly author: string
  /** The number of the comment that it answers. */
  readonly answers: number | null
  /** By the post's author. */
  isHidden: boolean
  /** Whom the text named before each edit, oldest first. */
  readonly versions: string[]
}
export interface WorldPoll {
  /** Of the write that made it. */
  readonly number: number
  /** Grows with other options. */
  readonly version: number
  readonly options: readonly string[]
  readonly shows: ShowPollResults
  /** What members have chosen, the first option or the second. */
  readonly votes: Map<string, 0 | 1>
  hasEnded: boolean
}
const showsOf = (number: number) => (['voted', 'ended', 'always'] as const)[Math.floor(number / 3) % 3] ?? 'always'
const pollOf = (number: number, version: number, options = ['Aye', 'Nay']): WorldPoll => ({
  ...{ number, version, options, shows: showsOf(number), votes: new Map(), hasEnded: false },
})
/** Every third post has one. Its last option is in no text. */
export const newPoll = (number: number): WorldPoll | null => (number % 3 === 0 ? pollOf(number, 1) : null)

export function resultsOf({ votes }: WorldPoll) {
  const all = [...votes.values()]
  return { votes: [0, 1].map((option) => all.filter((choice) => choice === option).length), voterCount: all.length }
}

/** What an edit makes of the poll of a post: another one, or none; or it shows its results to others. */
export function editedPoll({ poll, pollVersion }: WorldPost, number: number): WorldPoll | null {
  if (number % (poll?.hasEnded ? 2 : 4) === 0) return null
  if (poll && number % 4 === 1) return { ...poll, shows: showsOf(number) }
  const asked = pollOf(number, pollVersion + 1, ['Yes', `No ${number}`])
  return poll ? { ...asked, number: poll.number } : asked
}

export interface WorldPost extends Reactions, Mentioning {
  readonly number: number
  readonly author: string
  readonly topic: string
  /** The numbers of files. */
  readonly pictures: readonly number[]
  whoMayComment: WhoMayComment
  whoMayRepost: WhoMayRepost
  whoMayQuote: WhoMayQuote
  /** The number of the post that it quotes, which may be deleted; null if it quotes nothing. */
  quoted: number | 'withdrawn' | null
  /** Who has reposted it, oldest first. */
  readonly reposts: string[]
  /** The numbers of these writes, by who has made them. */
  readonly repostedAt: Map<string, number>
  /** Whether it has a warning, by its author and by a moderator. */
  isWarned: boolean
  isWarnedByStaff: boolean
  poll: WorldPoll | null
  /** Of its last poll, also if that was removed: no two have the same. */
  pollVersion: number
  /** By a moderator. */
  isHidden: boolean
  isPinned: boolean
  likeCount: number
  /** Whom the text named before each edit, whether its author warned of it, and what it asked, oldest first. */
  readonly versions: Pick<WorldPost, 'mentioned' | 'isWarned' | 'poll'>[]
  /** Who has commented or reposted with an earlier write knows of an edit. */
  toldTo: number
  comments: WorldComment[]
  /** Deleted comments, whose places may be shown. */
  readonly gone: WorldComment[]
}
/** A picture that was uploaded. Its name is known to everybody for ever. */
export interface WorldFile {
  readonly number: number
  readonly uploader: string
}
export interface Pair {
  readonly from: string
  readonly to: string
  /** Of a mute: false if the member is still told what the muted one does. */
  readonly isForNotifications?: boolean
  /** Of a follow: true if the follower does not want the other's reposts. */
  hidesReposts?: boolean
}
/** The lists of pairs. */
export type PairList = 'follows' | 'requests' | 'blocks' | 'mutes'
export type TargetKind = OwnReport['kind']
/** What was reported: a post or comment by its number, or a member. */
export interface Reported {
  readonly kind: TargetKind
  readonly number: number
  readonly subject: string
  readonly copy: string
  /** The file of a member's avatar at that time, which the copy names. */
  readonly avatar?: number | undefined
}
export interface WorldReport extends Reported {
  readonly id: number
  readonly by: string
  outcome: OwnReport['outcome']
}
export interface WorldDecision extends Reported {
  readonly id: number
  readonly actions: readonly Action[]
  appeal: NonNullable<Decision['appeal']>['state'] | null
}

/** What a measure is about: a post, or its author. */
export const measureOf = (action: 'hide' | 'addWarning' | 'limit' | 'suspend', { number, subject }: Reported): string =>
  `${action} ${action === 'hide' || action === 'addWarning' ? number : subject}`

/** How a write must be answered. `unknown`: as if it named nothing that exists. */
export type Outcome = 'done' | 'refused' | 'unknown' | 'signedOut'

export const drop = <T>(list: T[], entry: T): boolean => {
  const index = list.indexOf(entry)
  if (index >= 0) list.splice(index, 1)
  return index >= 0
}

export class World {
  names: readonly string[]
  readonly moderator: string
  posts: WorldPost[] = []
  /** Deleted posts, and comments that were deleted by themselves. */
  readonly removed: WorldPost[] = []
  readonly removedComments: WorldComment[] = []
  files: WorldFile[] = []
  /** The files that are avatars. Other members have avatars that come with the product. */
  readonly avatars = new Map<string, number>()
  follows: Pair[] = []
  /** To follow a private member. */
  requests: Pair[] = []
  blocks: Pair[] = []
  mutes: Pair[] = []
  words: { readonly id: number; readonly by: string; readonly phrase: string; readonly action: 'hide' | 'collapse' }[] =
    []
  bookmarks: { readonly by: string; readonly post: WorldPost }[] = []
  /** The hashtag of a post is its topic. */
  tagFollows: { readonly by: string; readonly topic: string }[] = []
  reports: WorldReport[] = []
  decisions: WorldDecision[] = []
  /**
   * The last decision that has hidden a post, or limited or suspended a member. Only an appeal against that one ends
   * it.
   */
  readonly measures = new Map<string, number>()
  readonly notifications = new WorldNotifications()
  /** How many decisions and answers to appeals each member has got. Nobody reads them. */
  readonly unread = new Map<string, number>()
  readonly suspended = new Set<string>()
  /** Whose posts and follow lists are for followers: by their own choice, or by the moderator's. */
  readonly private = new Set<string>()
  readonly limited = new Set<string>()
  /** Whose new posts nobody may repost, unless they say otherwise. */
  readonly noReposts = new Set<string>()
  /** Who may quote them. */
  readonly whoMayQuote = new Map<string, WhoMayQuote>()

  /** Whether each edit leaves a trace. */
  readonly #keepsVersions: boolean

  constructor(names: readonly string[], moderator: string, keepsVersions = false) {
    this.names = names
    this.moderator = moderator
    this.#keepsVersions = keepsVersions
  }

  has(list: PairList, from: string, to: string): boolean {
    return this[list].some((pair) => pair.from === from && pair.to === to)
  }

  /** Keeps what a text said, if an edit changes that. @returns whether it did */
  keep<Version>(versions: Version[], before: Version, isChanged: boolean): boolean {
    const isKept = this.#keepsVersions && isChanged
    if (isKept) versions.push(before)
    return isKept
  }

  /** Whoever has blocked, or was blocked, does not see the other. */
  hides(viewer: string | null, member: string): boolean {
    return viewer !== null && (this.has('blocks', viewer, member) || this.has('blocks', member, viewer))
  }

  isForEveryone(author: string): boolean {
    return !this.private.has(author) && !this.limited.has(author)
  }

  /** Whether somebody sees the posts of a member, with all that is under them, and the follow lists. */
  mayRead(viewer: string | null, author: string): boolean {
    return this.isForEveryone(author) || viewer === author || (viewer !== null && this.has('follows', viewer, author))
  }

  /** Whether everyone sees a post, except for blocks. */
  isOpen(post: WorldPost): boolean {
    return !post.isHidden && this.isForEveryone(post.author)
  }

  /** Whether everyone may load a file. */
  isFileOpen(file: number): boolean {
    return (
      [...this.avatars.values()].includes(file) ||
      this.posts.some((post) => post.pictures.includes(file) && this.isOpen(post))
    )
  }

  /** Whether a member may use a file that exists: the own one, one in use already, or one that everyone may load. */
  mayUseFile(member: string, file: number): boolean {
    const isOwn = this.files.some(({ number, uploader }) => number === file && uploader === member)
    const isUsed =
      this.avatars.get(member) === file ||
      this.posts.some((post) => post.author === member && post.pictures.includes(file))
    return isOwn || isUsed || this.isFileOpen(file)
  }

  /** A post that a moderator has hidden is in no list, and nobody acts on it. */
  hidesPost(viewer: string | null, post: WorldPost): boolean {
    return post.isHidden || this.hides(viewer, post.author) || !this.mayRead(viewer, post.author)
  }

  /** Its author sees a hidden post at its own address, on the own profile and live, and may edit and delete it. */
  hidesPostItself(viewer: string | null, post: WorldPost): boolean {
    return post.author !== viewer && this.hidesPost(viewer, post)
  }

  /** How a topic is shown: as in the first post with it that everyone sees, or else as it was asked for. */
  spellingOf(topic: string): string {
    const first = this.posts.find((post) => post.topic === topic && this.isOpen(post))
    return first ? spelt(topic, first.author) : topic
  }

  /** Whether a followed hashtag brings a post to a member's feed. Posts for followers come by their authors alone. */
  isTagged(member: string, post: WorldPost): boolean {
    const isFollowed = this.tagFollows.some(({ by, topic }) => by === member && topic === post.topic)
    return isFollowed && post.author !== member && this.isForEveryone(post.author)
  }

  /** Whether the feed of a member has a post of somebody else, who is not muted. */
  isNews(member: string, post: WorldPost): boolean {
    return this.has('follows', member, post.author) || this.isTagged(member, post)
  }

  /** A comment that nobody sees, because the post's author has blocked its author. */
  isRemoved(post: WorldPost, comment: WorldComment): boolean {
    return this.has('blocks', post.author, comment.author)
  }

  /** Whether somebody may not act on a comment of a post that they see. */
  hidesComment(viewer: string, post: WorldPost, comment: WorldComment): boolean {
    return this.isRemoved(post, comment) || this.hides(viewer, comment.author)
  }

  mayComment(member: string, { author, whoMayComment, mentioned, isMention }: WorldPost): boolean {
    if (member === author || whoMayComment === 'everyone') return true
    if (whoMayComment === 'followed') return this.has('follows', author, member)
    return whoMayComment === 'mentioned' && isMention && mentioned === member
  }

  mayRepost(member: string, { author, whoMayRepost }: WorldPost): boolean {
    return member !== author && whoMayRepost === 'everyone' && this.isForEveryone(author)
  }

  mayQuote(member: string, { author, whoMayQuote }: WorldPost): boolean {
    if (!this.isForEveryone(author)) return false
    if (member === author || whoMayQuote === 'everyone') return true
    return whoMayQuote === 'followers' && this.has('follows', member, author)
  }

  /** Oldest first. */
  quotesOf({ number }: WorldPost): WorldPost[] {
    return this.posts.filter(({ quoted }) => quoted === number)
  }

  /** Whether a post shows the one that it quotes to those who see that author. */
  showsQuoted(quoting: WorldPost, quoted: WorldPost): boolean {
    return this.isOpen(quoted) && !this.has('blocks', quoted.author, quoting.author)
  }

  /** Whether reposts bring a post into lists. */
  isRepostable(post: WorldPost): boolean {
    return post.whoMayRepost === 'everyone' && this.isOpen(post)
  }

  post(number: number): WorldPost | undefined {
    return this.posts.find((post) => post.number === number)
  }

  comment(number: number): { readonly post: WorldPost; readonly comment: WorldComment } | null {
    for (const post of this.posts) {
      const comment = post.comments.find((each) => each.number === number)
      if (comment) return { post, comment }
    }
    return null
  }

  /** What can be reported, as it is now; null if it is gone. */
  reported(kind: TargetKind, number: number, member: string): (Reported & { readonly post?: WorldPost }) | null {
    if (kind === 'member') return { kind, number, subject: member, copy: '', avatar: this.avatars.get(member) }
    if (kind === 'post') {
      const post = this.post(number)
      return post ? { kind, number, subject: post.author, copy: textOfPost(post), post } : null
    }
    const found = this.comment(number)
    if (!found) return null
    const { post, comment } = found
    return { kind, number, subject: comment.author, copy: textOfComment(comment), post }
  }
}

/** Every third post is in German. */
export const langOf = (post: number): string => (post % 3 === 0 ? 'de-AT' : 'fr')

/**
 * The text of a post, which writes its topic as nobody else types it. Of names, only its author's can be searched for:
 * that of the mentioned member is in capitals, which mention as well.
 */
export const textOfPost = ({
  author,
  number,
  mentioned,
  topic,
}: Pick<WorldPost, 'author' | 'number' | 'mentioned' | 'topic'>): string =>
  `Text ${number} of ${author} for @${mentioned.toUpperCase()} on #${spelt(topic, author)}.`

/** What a post shows of an address, if it shows one. */
export const cardOf = ({ number }: Pick<WorldPost, 'number'>): string | undefined =>
  number % 3 === 0 ? `Text ${number} of a card` : undefined

type Warned = Pick<WorldPost, 'author' | 'number' | 'isWarned' | 'isWarnedByStaff'>
/** It names the post as its text does. */
export const warningOf = ({ author, number, isWarned, isWarnedByStaff }: Warned): string | undefined => {
  const named = `Text ${number} of ${author}`
  if (isWarnedByStaff) return `${named}, covered by the staff.`
  return isWarned ? `${named}, covered.` : undefined
}

/** What is shown of a post where it cannot be opened. */
export const excerptOfPost = (post: WorldPost): string => {
  const warning = warningOf(post)
  return warning === undefined ? textOfPost(post) : `Warning: ${warning}`
}

export const textOfComment = ({
  author,
  number,
  mentioned,
}: Pick<WorldComment, 'author' | 'number' | 'mentioned'>): string =>
  `Text ${number} of ${author} for @${mentioned.toUpperCase()}.`
