import type { Write, WriteKind } from './choose.ts'
import { tellComment, tellEdit, tellMention, tellOfPost, tellPoll, tellUpvote } from './tell.ts'
import {
  drop,
  editedPoll,
  type Outcome,
  type World,
  type WorldComment,
  type WorldPoll,
  type WorldPost,
} from './world.ts'

/** What only the author of a post does, also if a moderator has hidden it. */
const BY_AUTHOR = [
  'deletePost',
  'limitComments',
  'limitReposts',
  'limitQuotes',
  'withdrawQuote',
  'editPost',
  'editPoll',
  'warn',
] as const
const isByAuthor = (kind: WriteKind): kind is (typeof BY_AUTHOR)[number] => BY_AUTHOR.some((each) => each === kind)

/** What a vote chooses, and whether the poll ends with it. */
export const choiceOf = ({ number }: Pick<Write, 'number'>): 0 | 1 => (number % 2 === 0 ? 0 : 1)
export const isLastVote = ({ number }: Pick<Write, 'number'>): boolean => number % 5 === 0

/** Applies a write to a post, or to a comment on it. */
export function applyToPost(world: World, kind: WriteKind, post: WorldPost, write: Write): Outcome {
  const { by } = write
  const isOwn = post.author === by
  if (isByAuthor(kind)) {
    if (world.hidesPostItself(by, post)) return 'unknown'
    if (!isOwn) return 'refused'
    const { mentioned, isWarned, poll } = post
    const before = { mentioned, isWarned, poll }
    if (kind === 'deletePost') removePost(world, post)
    else if (kind === 'editPoll') return editPoll(world, post, write, before)
    else if (kind === 'editPost') {
      world.keep(post.versions, before, mentioned !== write.member)
      mention(world, post, null, write.member)
    } else if (kind === 'warn') {
      // Under a moderator's warning, that of the author is not seen.
      world.keep(post.versions, before, isWarned !== write.isWarned && !post.isWarnedByStaff)
      post.isWarned = write.isWarned
    } else if (kind === 'limitReposts') post.whoMayRepost = write.whoMayRepost ?? 'everyone'
    else if (kind === 'limitQuotes') post.whoMayQuote = write.whoMayQuote ?? 'everyone'
    else if (kind === 'withdrawQuote') withdraw(post, world.post(write.quote))
    else post.whoMayComment = write.whoMayComment
    return 'done'
  }
  if (world.hidesPost(by, post)) return 'unknown'
  switch (kind) {
    case 'pin':
    case 'unpin':
      if (!isOwn || post.isPinned === (kind === 'pin')) return 'refused'
      for (const each of world.posts) if (each.author === by) each.isPinned = false
      post.isPinned = kind === 'pin'
      return 'done'
    case 'like':
      if (post.up.includes(by)) return 'refused'
      post.likeCount++
      react(post, 'up', by)
      tellOfPost(world, 'like', post, by)
      return 'done'
    case 'dislike':
      if (post.likeCount === 0 || post.down.includes(by)) return 'refused'
      post.likeCount--
      return react(post, 'down', by)
    case 'repost':
      if (!world.mayRepost(by, post)) return 'refused'
      if (post.reposts.includes(by)) return 'done'
      post.reposts.push(by)
      post.repostedAt.set(by, write.number)
      tellOfPost(world, 'repost', post, by)
      return 'done'
    case 'unrepost':
      drop(post.reposts, by)
      return 'done'
    case 'votePoll': {
      const { poll } = post
      if (!poll) return 'unknown'
      const known = poll.votes.get(by)
      if (known === choiceOf(write)) return 'done'
      if (known !== undefined || poll.hasEnded) return 'refused'
      poll.votes.set(by, choiceOf(write))
      if (isLastVote(write)) endPoll(world, post, poll)
      return 'done'
    }
    case 'bookmark':
      if (world.bookmarks.some((bookmark) => bookmark.by === by && bookmark.post === post)) return 'refused'
      world.bookmarks.push({ by, post })
      return 'done'
    case 'comment': {
      if (!world.mayComment(by, post)) return 'refused'
      const isAnswer = write.isAnswer && write.comment > 0
      const answered = isAnswer ? post.comments.find((each) => each.number === write.comment) : null
      if (answered === undefined || (answered && world.hidesComment(by, post, answered))) return 'unknown'
      const comment = newComment(world, write, answered)
      post.comments.push(comment)
      tellComment(world, post, comment, answered)
      return 'done'
    }
    case 'mutePost':
    case 'unmutePost': {
      const { notifications } = world
      notifications.mutedPosts = notifications.mutedPosts.filter((each) => each.by !== by || each.post !== post.number)
      if (kind === 'mutePost') notifications.mutedPosts.push({ by, post: post.number })
      return 'done'
    }
  }
  const comment = post.comments.find((each) => each.number === write.comment)
  if (!comment || world.hidesComment(by, post, comment)) return 'unknown'
  return applyToComment(world, write, post, comment)
}

function endPoll(world: World, post: WorldPost, poll: WorldPoll): void {
  poll.hasEnded = true
  tellPoll(world, post, poll)
}

/** Who has commented or reposted is told of another poll. */
function editPoll(world: World, post: WorldPost, { number }: Write, before: WorldPost['versions'][number]): Outcome {
  const { poll } = before
  const edited = editedPoll(post, number)
  if (poll && poll.version === edited?.version && poll.shows === edited.shows) return 'done'
  if (poll?.hasEnded && edited) return 'refused'
  post.poll = edited
  if (edited) post.pollVersion = edited.version
  if (world.keep(post.versions, before, poll?.version !== edited?.version)) tellEdit(world, post, number)
  return 'done'
}

function newComment(world: World, { number, by, member }: Write, answered: WorldComment | null): WorldComment {
  const mention = { mentioned: member, isMention: !world.hides(by, member) }
  return {
    number,
    author: by,
    answers: answered?.number ?? null,
    ...mention,
    isHidden: false,
    versions: [],
    up: [],
    down: [],
  }
}

/** A text names somebody else after an edit. Whoever it mentioned before is not told again. */
function mention(world: World, post: WorldPost, comment: WorldComment | null, mentioned: string): void {
  const text = comment ?? post
  const isNew = !text.isMention || text.mentioned !== mentioned
  text.mentioned = mentioned
  text.isMention = !world.hides(text.author, mentioned)
  if (isNew) tellMention(world, post, comment)
}

function applyToComment(world: World, { kind, by, member }: Write, post: WorldPost, comment: WorldComment): Outcome {
  if (kind === 'editComment') {
    if (comment.author !== by) return 'refused'
    world.keep(comment.versions, comment.mentioned, comment.mentioned !== member)
    mention(world, post, comment, member)
    return 'done'
  }
  if (kind === 'deleteComment') {
    if (comment.author !== by && post.author !== by) return 'refused'
    removeComment(world, post, comment)
    return 'done'
  }
  if (kind === 'hideComment' || kind === 'unhideComment') {
    const isHidden = kind === 'hideComment'
    if (post.author !== by || comment.isHidden === isHidden) return 'refused'
    comment.isHidden = isHidden
    return 'done'
  }
  const to = kind === 'upvote' ? 'up' : 'down'
  if (comment[to].includes(by)) return 'refused'
  react(comment, to, by)
  if (to === 'up') tellUpvote(world, post, comment, by)
  return 'done'
}

function withdraw({ number }: WorldPost, quote: WorldPost | undefined): void {
  if (quote?.quoted === number) quote.quoted = 'withdrawn'
}

export function removePost(world: World, post: WorldPost): void {
  world.bookmarks = world.bookmarks.filter((bookmark) => bookmark.post !== post)
  drop(world.posts, post)
  world.removed.push(post)
  world.notifications.forget(post.number)
}

export function removeComment(world: World, post: WorldPost, comment: WorldComment): void {
  drop(post.comments, comment)
  post.gone.push(comment)
  world.removedComments.push(comment)
  world.notifications.forget(comment.number)
}

function react(of: Pick<WorldPost, 'up' | 'down'>, to: 'up' | 'down', by: string): Outcome {
  drop(of[to === 'up' ? 'down' : 'up'], by)
  of[to].push(by)
  return 'done'
}
