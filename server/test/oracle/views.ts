import type { Comment, Member, MemberSummary, Poll, Post, PostVersion, QuotedPost } from '@quack/contract'
import { ANSWERS_SHOWN } from '@quack/contract/rules/limits'
import { type Branch, firstAnswers, treeOf } from '../comment-tree.ts'
import type { FeedEntry, Model, ModelComment, ModelPoll, ModelPost, ViewerName } from './model.ts'
import type { COMMENT_FIELDS, MEMBER_FIELDS, POST_FIELDS, ViewOf } from './view-fields.ts'

/**
 * Converts entities of the model and of answers to the same values, so that they can be compared and read: posts and
 * comments have their numbers, members are written as `name avatar`.
 */

/** Maps the server's ids to the numbers of posts and comments. */
export interface Numbers {
  numberOf(id: string): number | string
}

const person = ({ username, avatarURL }: { username: string; avatarURL: string }) => `${username} ${avatarURL}`
const people = (list: readonly MemberSummary[]) => list.map(person)

export function seenPerson(entry: MemberSummary & { viewer?: unknown }) {
  return { person: person(entry), viewer: entry.viewer }
}

export function seenComment(comment: Comment, numbers: Numbers): ViewOf<typeof COMMENT_FIELDS> {
  const { text, hidden, answering, answerCount, answers, votes, viewer } = comment
  return {
    number: numbers.numberOf(comment._id),
    author: person(comment),
    text,
    edited: comment.editedAt !== undefined,
    hidden,
    answering: answering && [numbers.numberOf(answering._id), answering.username],
    count: answerCount,
    answers: answers?.map((answer) => seenComment(answer, numbers)),
    up: [votes.upvoteCount, ...people(votes.upvotedBy)],
    down: [votes.downvoteCount, ...people(votes.downvotedBy)],
    viewer,
  } satisfies ViewOf<typeof COMMENT_FIELDS>
}

interface Shown extends Pick<ModelPost, 'content' | 'mediaUrl' | 'type' | 'warning' | 'sensitive'> {
  readonly furtherPictures?: ModelPost['furtherPictures'] | undefined
}
/** What a post shows of itself, without its language, its poll and its rules. */
export const shown = ({ content, mediaUrl, type, warning = '', sensitive = false, furtherPictures = [] }: Shown) => [
  content,
  mediaUrl,
  type,
  warning.replace(/\s+/g, ' ').trim(),
  sensitive,
  ...furtherPictures.map(({ url, alt }) => `${url} ${alt}`),
]
/** The same, and what it asks, of a version. */
export const shownVersion = (of: Shown & PollOfVersion & { poll?: PollShown | null | undefined }) => [
  ...shown(of),
  of.pollOptions ?? of.poll?.options ?? [],
  of.pollMultiple ?? of.poll?.multiple ?? false,
]
type PollShown = Pick<Poll | ModelPoll, 'options' | 'multiple'>
type PollOfVersion = Partial<Pick<PostVersion, 'pollOptions' | 'pollMultiple'>>

/** What it says itself. */
const said = (post: QuotedPost, numbers: Numbers) => ({
  number: numbers.numberOf(post._id),
  author: person(post),
  shown: shown(post),
  edited: post.editedAt !== undefined,
})
const GONE = 'it does not show what it quotes'

const seenPoll = ({ options, multiple, mayChange, showResults, ended, version, results }: Poll) => ({
  ...{ options, multiple, mayChange, showResults, ended, version, results },
})

/** How often each option was chosen. */
function resultsOf({ options, votes }: ModelPoll) {
  const chosen = [...votes.values()].flat()
  const counts = options.map((_, option) => chosen.filter((choice) => choice === option).length)
  return { votes: counts, voterCount: votes.size }
}

export function seenPost(post: Post, numbers: Numbers) {
  const { quote, likes, commentCount, viewer } = post
  return {
    ...said(post, numbers),
    quote: quote && (quote.post ? said(quote.post, numbers) : GONE),
    quoteCount: post.quoteCount ?? 0,
    whoMayQuote: post.whoMayQuote ?? 'everyone',
    poll: post.poll && seenPoll(post.poll),
    likeCount: likes.likeCount,
    likedBy: [likes.likedByCount, ...people(likes.likedBy)],
    dislikedBy: people(likes.dislikedBy),
    repostCount: post.repostCount ?? 0,
    whoMayRepost: post.whoMayRepost ?? 'everyone',
    comments: post.comments.map((comment) => seenComment(comment, numbers)),
    commentCount,
    because: post.because?.tag,
    repost: post.repost && [person(post.repost.by), post.repost.others],
    viewer,
  } satisfies ViewOf<typeof POST_FIELDS>
}

export function seenMember(member: Member, numbers: Numbers) {
  return {
    person: person(member),
    bio: member.bio,
    followers: [member.followersCount, ...people(member.followers)],
    following: [member.followingCount, ...people(member.following)],
    postsCount: member.postsCount,
    pinnedPost: member.pinnedPost === null ? null : numbers.numberOf(member.pinnedPost),
    bookmarks: member.bookmarks.map((id) => numbers.numberOf(id)),
    whoMayRepost: member.whoMayRepost,
    whoMayQuote: member.whoMayQuote,
    viewer: member.viewer,
  } satisfies ViewOf<typeof MEMBER_FIELDS>
}

/** The model's entities as one viewer should see them. @param embed maximum length of nested lists */
export function expectationsOf(model: Model, viewer: ViewerName, embed: number) {
  const named = (name: string) => `${name} ${model.profiles.get(name)?.avatar}`
  /** Newest first, with the viewer in front. @param oldestFirst the list in the model's order */
  function nested(oldestFirst: readonly string[]) {
    const newest = [...oldestFirst].reverse()
    const isListed = viewer !== null && newest.includes(viewer)
    return (isListed ? [viewer, ...newest.filter((name) => name !== viewer)] : newest).slice(0, embed).map(named)
  }
  const relation = (name: string) =>
    viewer === null
      ? undefined
      : { following: model.isFollowing(viewer, name), followedBy: model.isFollowing(name, viewer) }
  const relationOfMember = (name: string) =>
    viewer !== null && model.hidesReposts(viewer, name) ? { ...relation(name), hidesReposts: true } : relation(name)

  function comment(entry: ModelComment, on: ModelPost) {
    const { number, author, answers, text, upvotedBy, downvotedBy } = entry
    const above = on.comments.find((each) => each.number === answers)
    return {
      number,
      author: named(author),
      text,
      edited: entry.versions.length > 0,
      hidden: undefined as string | undefined,
      answering: answers === null ? undefined : [answers, above?.author],
      count: undefined as number | undefined,
      answers: undefined as unknown,
      up: [upvotedBy.length, ...nested(upvotedBy)],
      down: [downvotedBy.length, ...nested(downvotedBy)],
      viewer:
        viewer === null ? undefined : { upvoted: upvotedBy.includes(viewer), downvoted: downvotedBy.includes(viewer) },
    }
  }

  const saidBy = (post: ModelPost) => ({
    number: post.number,
    author: named(post.author),
    shown: shown(post),
    edited: post.versions.length > 0,
  })
  function quoteIn({ quoted }: ModelPost) {
    if (quoted === null) return undefined
    return quoted !== 'withdrawn' && model.posts.includes(quoted) ? saidBy(quoted) : GONE
  }

  function pollIn({ poll, pollVersion: version }: ModelPost) {
    if (!poll) return undefined
    const { options, multiple, mayChange, showResults } = poll
    const results = showResults === 'always' ? resultsOf(poll) : undefined
    return { options, multiple, mayChange, showResults, ended: undefined, version, results }
  }

  function ownPoll({ poll, author }: ModelPost, reader: string) {
    if (!poll) return null
    const choices = poll.votes.get(reader)
    const isShown = poll.showResults === 'voted' && (choices !== undefined || author === reader)
    if (!choices && !isShown) return null
    return { poll: { choices: choices ?? [], ...(isShown && { results: resultsOf(poll) }) } }
  }

  /** In a tree. A deleted comment is a place alone. */
  function placed({ entry, isPlace, count }: Branch<ModelComment>, on: ModelPost) {
    const { number, answers } = entry
    const place = {
      ...comment(entry, on),
      author: ' ',
      text: '',
      edited: false,
      hidden: 'everyone',
      up: [0],
      down: [0],
    }
    const answering = answers === null ? undefined : [answers, undefined]
    return isPlace ? { ...place, number, answering, count, viewer: undefined } : { ...comment(entry, on), count }
  }

  return {
    comment,
    tree: (on: ModelPost) =>
      treeOf([...on.comments, ...on.gone], (entry) => on.gone.includes(entry)).map((branch) => ({
        ...placed(branch, on),
        answers: firstAnswers(branch, ANSWERS_SHOWN).map((answer) => placed(answer, on)),
      })),
    person: (name: string) => ({ person: named(name), viewer: relation(name) }),
    /** A post in a list in which reposts have a place. */
    entry({ post, repost }: FeedEntry) {
      return { ...this.post(post), repost: repost && ([named(repost.by), repost.others] as const) }
    },
    post(post: ModelPost) {
      const { likeCount, likedBy, dislikedBy, comments } = post
      return {
        ...saidBy(post),
        quote: quoteIn(post),
        quoteCount: model.quotesOf(post).length,
        whoMayQuote: post.whoMayQuote,
        poll: pollIn(post),
        likeCount,
        likedBy: [likedBy.length, ...nested(likedBy)],
        dislikedBy: nested(dislikedBy),
        repostCount: post.repostedBy.length,
        whoMayRepost: post.whoMayRepost,
        comments: [...comments]
          .reverse()
          .slice(0, embed)
          .map((entry) => comment(entry, post)),
        commentCount: comments.length,
        because: undefined as string | undefined,
        repost: undefined as readonly [by: string, others: number] | undefined,
        viewer:
          viewer === null
            ? undefined
            : {
                liked: likedBy.includes(viewer),
                disliked: dislikedBy.includes(viewer),
                bookmarked: model.isBookmarked(viewer, post),
                ...(post.repostedBy.includes(viewer) && { reposted: true }),
                ...ownPoll(post, viewer),
              },
      }
    },
    member(name: string) {
      const followers = model.followersOf(name)
      const following = model.followingOf(name)
      const isOwn = name === viewer
      return {
        person: named(name),
        bio: model.profiles.get(name)?.bio,
        followers: [followers.length, ...nested(followers)],
        following: [following.length, ...nested(following)],
        postsCount: model.posts.filter((post) => post.author === name).length,
        pinnedPost: model.pins.get(name)?.number ?? null,
        bookmarks: isOwn
          ? model
              .bookmarksOf(name)
              .reverse()
              .slice(0, embed)
              .map((post) => post.number)
          : [],
        whoMayRepost: isOwn && model.whoMayRepost.get(name) === 'nobody' ? 'nobody' : undefined,
        whoMayQuote: isOwn && model.whoMayQuote.get(name) !== 'everyone' ? model.whoMayQuote.get(name) : undefined,
        viewer: relationOfMember(name),
      }
    },
  }
}
