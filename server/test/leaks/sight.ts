import { ANSWERS_SHOWN, PEOPLE_FOUND_DEFAULT, VERSIONS_PAGE } from '@quack/contract/rules/limits'
import { firstAnswers } from '../comment-tree.ts'
import { spelt } from './topics.ts'
import { branchOf, treeOf, type WorldBranch } from './tree.ts'
import {
  cardOf,
  resultsOf,
  textOfComment,
  textOfPost,
  type World,
  type WorldComment,
  type WorldPoll,
  type WorldPost,
  warningOf,
} from './world.ts'

/** A post in a list in which reposts have a place: who has brought it, and how many others. */
interface Entry {
  readonly post: WorldPost
  readonly at: number
  readonly repost?: readonly [by: string, others: number]
}

const entryBy = (post: WorldPost, by: string, others: number): Entry => ({
  post,
  at: post.repostedAt.get(by) ?? 0,
  repost: [by, others],
})

/** The home feed of one viewer. @param isWanted whether lists of everybody's posts have a post for this viewer */
function feedSightOf(world: World, viewer: string | null, isWanted: (post: WorldPost) => boolean) {
  const isOwn = ({ author }: WorldPost) => author === viewer
  /** Its own place, or that of the first repost by whom the viewer follows. */
  function entryOf(member: string, post: WorldPost): Entry | null {
    if (isOwn(post) || world.isNews(member, post)) return { post, at: post.number }
    if (!world.isRepostable(post)) return null
    const reposters = post.reposts.filter((name) => {
      const wants = world.follows.some(({ from, to, hidesReposts }) => from === viewer && to === name && !hidesReposts)
      return wants && !world.has('mutes', member, name)
    })
    const [by] = reposters
    return by === undefined ? null : entryBy(post, by, reposters.length - 1)
  }
  return {
    feed(sort: 'latest' | 'oldest' | 'trending'): Entry[] {
      if (viewer === null) return []
      const written = world.posts.flatMap((post) => (isWanted(post) ? (entryOf(viewer, post) ?? []) : []))
      if (sort === 'trending') return written.reverse().sort((a, b) => b.post.likeCount - a.post.likeCount)
      const newest = written.sort((a, b) => b.at - a.at)
      return sort === 'latest' ? newest : newest.reverse()
    },
    /** The hashtag that has brought a post of the feed, if it is not there by its author. */
    reasonOf(post: WorldPost): string | undefined {
      const isByItsAuthor = isOwn(post) || viewer === null || world.has('follows', viewer, post.author)
      return isByItsAuthor ? undefined : spelt(post.topic, post.author)
    },
    followedTags: (): string[] =>
      world.tagFollows
        .filter(({ by }) => by === viewer)
        .map(({ topic }) => topic)
        .reverse(),
  }
}

export type Sight = ReturnType<typeof sightOf>

/** What one viewer should see of the world. @param embed maximum length of nested lists */
export function sightOf(world: World, viewer: string | null, embed: number) {
  const isSeen = (member: string) => !world.hides(viewer, member)
  const isListed = (post: WorldPost) => !world.hidesPost(viewer, post)
  const isMuted = (member: string) => viewer !== null && world.has('mutes', viewer, member)
  const { feed, reasonOf, followedTags } = feedSightOf(world, viewer, (post) => isListed(post) && !isMuted(post.author))
  const newest = <T>(oldestFirst: readonly T[]): T[] => [...oldestFirst].reverse()
  const people = (oldestFirst: readonly string[]) => newest(oldestFirst).filter(isSeen)

  /** Newest first, with the viewer in front. */
  function nested(oldestFirst: readonly string[]): string[] {
    const seen = people(oldestFirst)
    const isListed = viewer !== null && seen.includes(viewer)
    return (isListed ? [viewer, ...seen.filter((name) => name !== viewer)] : seen).slice(0, embed)
  }

  function relation(name: string): Relation | undefined {
    if (viewer === null) return undefined
    const follows = { following: world.has('follows', viewer, name), followedBy: world.has('follows', name, viewer) }
    const isHiding = world.follows.some(({ from, to, hidesReposts }) => from === viewer && to === name && hidesReposts)
    return {
      ...follows,
      ...(world.has('requests', viewer, name) && { requested: true }),
      ...(isHiding && { hidesReposts: true }),
      ...(isMuted(name) && { muted: true }),
    }
  }

  const mentions = ({ isMention, mentioned }: WorldPost | WorldComment) =>
    isMention && isSeen(mentioned) ? [mentioned] : undefined

  const empty = ({ number, answers }: WorldComment, hidden: 'member' | 'everyone') => ({
    number,
    author: '',
    text: '',
    edited: false,
    mentions: undefined,
    hidden,
    up: [0],
    down: [0],
    viewer: undefined,
    answering: answers === null ? undefined : [answers, undefined],
  })

  function shown(entry: WorldComment, on: WorldPost) {
    const { number, author, isHidden, up, down, answers } = entry
    if (!isSeen(author)) return empty(entry, 'member')
    const above = on.comments.find((each) => each.number === answers)
    const isAboveSeen = above && !world.isRemoved(on, above) && isSeen(above.author)
    return {
      number,
      author,
      text: textOfComment(entry),
      edited: entry.versions.length > 0,
      mentions: mentions(entry),
      hidden: isHidden ? 'author' : undefined,
      up: [up.length, ...nested(up)],
      down: [down.length, ...nested(down)],
      viewer: viewer === null ? undefined : { upvoted: up.includes(viewer), downvoted: down.includes(viewer) },
      answering: answers === null ? undefined : [answers, isAboveSeen ? above.author : undefined],
    }
  }

  const comment = (entry: WorldComment, on: WorldPost) => ({
    ...shown(entry, on),
    count: undefined as number | undefined,
    answers: undefined as unknown,
  })

  /** In a tree. */
  const placed = ({ entry, isPlace, count }: WorldBranch, on: WorldPost) => ({
    ...(isPlace ? empty(entry, 'everyone') : shown(entry, on)),
    count,
    answers: undefined as unknown,
  })
  const withAnswers = (branch: WorldBranch, on: WorldPost) => ({
    ...placed(branch, on),
    answers: firstAnswers(branch, ANSWERS_SHOWN).map((answer) => placed(answer, on)),
  })

  const comments = (post: WorldPost) =>
    newest(post.comments)
      .filter((entry) => !world.isRemoved(post, entry))
      .map((entry) => comment(entry, post))
  const bookmarks = () =>
    newest(world.bookmarks)
      .filter(({ by, post }) => by === viewer && isListed(post))
      .map(({ post }) => post)
  const chosen = (list: 'blocks' | 'mutes') => world[list].filter(({ from }) => from === viewer).map(({ to }) => to)
  const followersOf = (name: string) => world.follows.filter(({ to }) => to === name).map(({ from }) => from)
  const followingOf = (name: string) => world.follows.filter(({ from }) => from === name).map(({ to }) => to)

  const said = (entry: WorldPost) => ({
    number: entry.number,
    author: entry.author,
    text: textOfPost(entry),
    warning: warningOf(entry),
    warnedBy: entry.isWarnedByStaff ? 'moderator' : undefined,
    pictures: entry.pictures.map(() => (world.isOpen(entry) ? 'open' : 'signed')),
    edited: entry.versions.length > 0,
  })

  /** The newest first. A moderator's warning covers all of them. */
  const versions = (entry: WorldPost) =>
    newest([...entry.versions, entry])
      .slice(0, VERSIONS_PAGE)
      .map((version) => {
        const { text, warning, warnedBy, pictures } = said({ ...entry, ...version })
        return { text, warning, warnedBy, pictures, options: version.poll?.options }
      })

  /** The post that another one quotes, if it shows it to a viewer who has not muted its author. */
  function quotedIn(entry: WorldPost): WorldPost | 'muted' | undefined {
    const quoted = typeof entry.quoted === 'number' ? world.post(entry.quoted) : undefined
    if (!quoted || !world.showsQuoted(entry, quoted) || !isSeen(quoted.author)) return undefined
    return isMuted(quoted.author) ? 'muted' : quoted
  }
  function quoteIn(entry: WorldPost) {
    const quoted = quotedIn(entry)
    if (quoted === undefined) return entry.quoted === null ? undefined : {}
    return quoted === 'muted' ? { muted: true } : { post: said(quoted) }
  }

  const isOpenPoll = ({ shows, hasEnded }: WorldPoll) => hasEnded || shows === 'always'
  function pollIn({ poll }: WorldPost) {
    if (!poll) return undefined
    return [
      poll.options,
      poll.version,
      poll.shows,
      poll.hasEnded || undefined,
      isOpenPoll(poll) ? resultsOf(poll) : undefined,
    ]
  }
  /** What a poll is to the viewer: who has voted, or asks, may see results before others do. */
  function ownPollIn({ poll, author }: WorldPost) {
    const choice = poll?.votes.get(viewer ?? '')
    const isBefore = poll && !isOpenPoll(poll) && poll.shows === 'voted' && (choice !== undefined || author === viewer)
    const choices = choice === undefined ? [] : [choice]
    return (isBefore || choice !== undefined) && { poll: { choices, ...(isBefore && { results: resultsOf(poll) }) } }
  }

  /** The muted words of a post, and of what it quotes. Own posts have none. */
  function wordsIn(entry: WorldPost) {
    if (entry.author === viewer) return []
    const quoted = quotedIn(entry)
    return [entry, ...(typeof quoted === 'object' ? [quoted] : [])].flatMap(
      ({ topic }) => world.words.find(({ by, phrase }) => by === viewer && phrase === topic) ?? [],
    )
  }

  function post(entry: WorldPost) {
    const { likeCount, up, down, reposts, whoMayComment, whoMayRepost, whoMayQuote } = entry
    const quoteCount = world.quotesOf(entry).length
    return {
      ...said(entry),
      mentions: mentions(entry),
      card: cardOf(entry),
      poll: pollIn(entry),
      quote: quoteIn(entry),
      quoteCount: quoteCount === 0 ? undefined : quoteCount,
      whoMayQuote: whoMayQuote === 'everyone' ? undefined : whoMayQuote,
      whoMayComment: whoMayComment === 'everyone' ? undefined : whoMayComment,
      whoMayRepost: whoMayRepost === 'everyone' ? undefined : whoMayRepost,
      repostCount: reposts.length === 0 ? undefined : reposts.length,
      mutedWord: undefined as string | undefined,
      because: undefined as string | undefined,
      repost: undefined as Entry['repost'],
      hidden: entry.isHidden ? true : undefined,
      likeCount,
      likedBy: [up.length, ...nested(up)],
      dislikedBy: nested(down),
      comments: comments(entry).slice(0, embed),
      commentCount: entry.comments.length,
      viewer:
        viewer === null
          ? undefined
          : {
              liked: up.includes(viewer),
              disliked: down.includes(viewer),
              bookmarked: world.bookmarks.some((bookmark) => bookmark.by === viewer && bookmark.post === entry),
              ...(reposts.includes(viewer) && { reposted: true }),
              ...ownPollIn(entry),
            },
    }
  }

  return {
    viewer,
    people,
    post,
    versions,
    isUnknownMember: (name: string) => !isSeen(name),
    /** Of a member whom the viewer sees: whether the posts and follow lists are for others. */
    isForOthers: (name: string) => !world.mayRead(viewer, name),
    isUnknownPost: (entry: WorldPost) => !isListed(entry),
    isUnknownComment: (on: WorldPost, entry: WorldComment | undefined) =>
      !entry || world.isRemoved(on, entry) || !isSeen(entry.author),
    isUnknownAlone: (entry: WorldPost) => world.hidesPostItself(viewer, entry),
    /** Muted words count in the home feed and in lists of all posts, and of quotes. */
    posts(entries: readonly WorldPost[]) {
      return entries.flatMap((entry) => {
        const words = wordsIn(entry)
        const isLeftOut = words.some(({ action }) => action === 'hide')
        return isLeftOut ? [] : [{ ...post(entry), mutedWord: words[0]?.phrase }]
      })
    },
    quotes: (of: WorldPost) =>
      newest(world.quotesOf(of)).filter(
        (entry) => isListed(entry) && !isMuted(entry.author) && !world.has('blocks', of.author, entry.author),
      ),
    /** As posts, for the feed, whose posts say what has brought them; with their places. */
    home(entries: readonly Entry[]) {
      const byNumber = new Map(entries.map((entry) => [entry.post.number, entry]))
      return this.posts(entries.map((entry) => entry.post)).flatMap((shown) => {
        const entry = byNumber.get(shown.number)
        return entry
          ? [
              {
                at: entry.at,
                post: { ...shown, because: entry.repost ? undefined : reasonOf(entry.post), repost: entry.repost },
              },
            ]
          : []
      })
    },
    /** What a member has written or reposted, newest first. */
    profile(member: string) {
      const reposted = world.posts.filter(
        (each) => each.reposts.includes(member) && world.isRepostable(each) && isListed(each),
      )
      const entries = [
        ...this.memberPosts(member).map((each): Entry => ({ post: each, at: each.number })),
        ...reposted.map((each) => entryBy(each, member, 0)),
      ]
      return entries.sort((a, b) => b.at - a.at).map((entry) => ({ ...post(entry.post), repost: entry.repost }))
    },
    followedTags,
    words: () =>
      newest(world.words)
        .filter(({ by }) => by === viewer)
        .map(({ phrase, action }) => ({ phrase, action })),
    comments,
    tree: (on: WorldPost) => treeOf(world, on).map((branch) => withAnswers(branch, on)),
    /** A branch by its own address, without the page of answers to it. */
    branch(on: WorldPost, number: number | undefined) {
      const branch = branchOf(world, on, number)
      if (!branch) return null
      const { answers } = branch.entry
      const all = [...on.comments, ...on.gone]
      const above = answers === null ? undefined : all.find((each) => each.number === answers)
      const isPlace = above && (on.gone.includes(above) || world.isRemoved(on, above))
      return {
        post: on.number,
        answered: above && { ...comment(above, on), ...(isPlace && empty(above, 'everyone')) },
        comment: placed(branch, on),
        answers: branch.below.map((answer) => withAnswers(answer, on)),
      }
    },
    bookmarks,
    left: (list: readonly string[]) => list.filter((name) => !isSeen(name)).length,
    chosen: (list: 'blocks') => newest(chosen(list)),
    mutesOldestFirst: () => chosen('mutes'),
    members: () => newest(world.names).filter(isSeen),
    allPosts: () =>
      newest(world.posts).filter(
        (entry) => isListed(entry) && !isMuted(entry.author) && world.isForEveryone(entry.author),
      ),
    memberPosts: (name: string) =>
      newest(world.posts).filter((entry) => entry.author === name && !world.hidesPostItself(viewer, entry)),
    feed,
    suggestions(): string[] {
      const followed = followingOf(viewer ?? '')
      const near = new Set(followed.flatMap(followingOf))
      return newest(world.names)
        .filter((name) => name !== viewer && !followed.includes(name) && isSeen(name) && !isMuted(name))
        .filter((name) => !world.has('requests', viewer ?? '', name))
        .map((name) => ({ name, near: near.has(name) ? 1 : 0, followers: followersOf(name).length }))
        .sort((a, b) => b.near - a.near || b.followers - a.followers)
        .map(({ name }) => name)
    },
    /** Members whose names begin with these letters. No name is one letter alone. */
    found(prefix: string): string[] {
      const isNear = (name: string) =>
        world.has('follows', viewer ?? '', name) || world.has('follows', name, viewer ?? '')
      return newest(world.names)
        .filter((name) => name.startsWith(prefix) && name !== viewer && isSeen(name) && !world.suspended.has(name))
        .map((name) => ({ name, near: isNear(name) ? 1 : 0, followers: followersOf(name).length }))
        .sort((a, b) => b.near - a.near || b.followers - a.followers)
        .slice(0, PEOPLE_FOUND_DEFAULT)
        .map(({ name }) => name)
    },
    person: (name: string) => ({ name, viewer: personRelation(relation(name)) }),
    member(name: string) {
      const followers = followersOf(name)
      const following = followingOf(name)
      const canRead = world.mayRead(viewer, name)
      const asking = name === viewer ? world.requests.filter(({ to }) => to === name).length : 0
      return {
        name,
        private: world.private.has(name) ? true : undefined,
        limited: world.limited.has(name) ? true : undefined,
        followRequests: asking > 0 ? asking : undefined,
        followers: [followers.length, ...(canRead ? nested(followers) : [])],
        following: [following.length, ...(canRead ? nested(following) : [])],
        postsCount: world.posts.filter(({ author, isHidden }) => author === name && !isHidden).length,
        pinnedPost: canRead
          ? world.posts.find(({ author, isPinned }) => author === name && isPinned)?.number
          : undefined,
        role: name === viewer && name === world.moderator ? 'moderator' : undefined,
        whoMayRepost: name === viewer && world.noReposts.has(name) ? 'nobody' : undefined,
        whoMayQuote: name === viewer ? ruleOf(world.whoMayQuote.get(name)) : undefined,
        unreadDecisions: name === viewer ? world.unread.get(name) : undefined,
        bookmarks:
          name === viewer
            ? bookmarks()
                .slice(0, embed)
                .map(({ number }) => number)
            : [],
        viewer: relation(name),
      }
    },
  }
}

/** Rules that allow everything are not said. */
const ruleOf = <Rule extends string>(rule: Rule | 'everyone' = 'everyone') => (rule === 'everyone' ? undefined : rule)

interface Relation {
  readonly following: boolean
  readonly followedBy: boolean
  readonly requested?: boolean
  readonly hidesReposts?: boolean
  readonly muted?: boolean
}

/** Lists of people do not say who is muted, or whose reposts are hidden. */
function personRelation(relation: Relation | undefined) {
  if (!relation) return undefined
  const { muted: _, hidesReposts: __, ...others } = relation
  return others
}
