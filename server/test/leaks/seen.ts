import type {
  Comment,
  Decision,
  Endpoints,
  Member,
  Notification,
  OwnReport,
  Poll,
  Post,
  PostVersion,
  QuotedPost,
  Report,
  StaffMember,
} from '@quack/contract'
import type { Static } from 'typebox'

/** Converts what answers show to values that can be compared with the world's (sight.ts). */

/** Maps the server's ids to the numbers of posts and comments. */
export type NumberOf = (id: string) => number

export function seenComment(comment: Comment, numberOf: NumberOf): Record<string, unknown> {
  const { username, text, hidden, votes, viewer, answering, answerCount, answers } = comment
  return {
    number: numberOf(comment._id),
    author: username,
    text,
    edited: comment.editedAt !== undefined,
    mentions: comment.mentions,
    hidden,
    up: [votes.upvoteCount, ...votes.upvotedBy.map((person) => person.username)],
    down: [votes.downvoteCount, ...votes.downvotedBy.map((person) => person.username)],
    viewer,
    answering: answering && [numberOf(answering._id), answering.username],
    count: answerCount,
    answers: answers?.map((answer) => seenComment(answer, numberOf)),
  }
}

/** A branch by its own address. */
export const seenBranch = (
  { postId, answered, comment, answers }: Branch,
  numberOf: NumberOf,
): Record<string, unknown> => ({
  post: numberOf(postId),
  answered: answered && seenComment(answered, numberOf),
  comment: seenComment(comment, numberOf),
  answers: answers.map((answer) => seenComment(answer, numberOf)),
})
type Branch = Static<Endpoints['getBranch']['answer']>

/** How the pictures of a post are addressed: signed if not everyone may see them. */
const picturesOf = ({ mediaUrl, furtherPictures = [] }: Pick<QuotedPost, 'mediaUrl' | 'furtherPictures'>) =>
  [mediaUrl, ...furtherPictures.map(({ url }) => url)]
    .filter((url) => url !== '')
    .map((url) => (url.startsWith('/media/signed/') ? 'signed' : 'open'))

/** What a post says itself. */
const said = (post: QuotedPost, numberOf: NumberOf) => ({
  number: numberOf(post._id),
  author: post.username,
  text: post.content,
  warning: post.warning,
  warnedBy: post.warnedBy,
  pictures: picturesOf(post),
  edited: post.editedAt !== undefined,
})

export const seenVersions = (versions: readonly PostVersion[]) =>
  versions.map((version) => ({
    text: version.content,
    warning: version.warning,
    warnedBy: version.warnedBy,
    pictures: picturesOf(version),
    options: version.pollOptions,
  }))

const seenPoll = ({ options, version, showResults, ended, results }: Poll) =>
  [options, version, showResults, ended, results] as const

export function seenPost(post: Post, numberOf: NumberOf) {
  const { quote, likes, viewer } = post
  return {
    ...said(post, numberOf),
    mentions: post.mentions,
    card: post.card?.title,
    poll: post.poll && seenPoll(post.poll),
    quote: quote && { ...quote, ...(quote.post && { post: said(quote.post, numberOf) }) },
    quoteCount: post.quoteCount,
    whoMayQuote: post.whoMayQuote,
    whoMayComment: post.whoMayComment,
    whoMayRepost: post.whoMayRepost,
    repostCount: post.repostCount,
    mutedWord: post.mutedWord,
    because: post.because?.tag,
    repost: post.repost && [post.repost.by.username, post.repost.others],
    hidden: post.hidden,
    likeCount: likes.likeCount,
    likedBy: [likes.likedByCount, ...likes.likedBy.map((person) => person.username)],
    dislikedBy: likes.dislikedBy.map((person) => person.username),
    comments: post.comments.map((comment) => seenComment(comment, numberOf)),
    commentCount: post.commentCount,
    viewer,
  }
}

export function seenMember(member: Member, numberOf: NumberOf) {
  return {
    name: member.username,
    private: member.private,
    limited: member.limited,
    followRequests: member.followRequests,
    followers: [member.followersCount, ...member.followers.map((person) => person.username)],
    following: [member.followingCount, ...member.following.map((person) => person.username)],
    postsCount: member.postsCount,
    pinnedPost: member.pinnedPost === null ? undefined : numberOf(member.pinnedPost),
    role: member.role,
    whoMayRepost: member.whoMayRepost,
    whoMayQuote: member.whoMayQuote,
    unreadDecisions: member.unreadDecisions,
    bookmarks: member.bookmarks.map(numberOf),
    viewer: member.viewer,
  }
}

export const seenPerson = ({ username, viewer }: { username: string; viewer?: unknown }) => ({ name: username, viewer })
export const named = ({ username }: { username: string }) => username

/** Entries of reports and decisions. The staff also sees whom they name. */
export const seenOwnReport = ({ _id, kind, copy, outcome }: OwnReport | Report, numberOf: NumberOf) => ({
  id: numberOf(_id),
  kind,
  copy: copy.text,
  outcome,
})
export const seenReport = (report: Report, numberOf: NumberOf) => ({
  ...seenOwnReport(report, numberOf),
  subject: report.subject.username,
  by: report.reporter.username,
})
export const seenDecision = ({ _id, kind, copy, actions, appeal }: Decision, numberOf: NumberOf) => ({
  id: numberOf(_id),
  kind,
  copy: copy.text,
  actions,
  appeal: appeal?.state ?? null,
})
export const seenStaffMember = ({ username, role, postsCount, limited, suspended }: StaffMember) => ({
  name: username,
  role,
  postsCount,
  limited,
  suspended,
})

export const seenNotification = (notification: Notification, numberOf: NumberOf) => {
  const { kind, unread, people, peopleCount, post, comment, report } = notification
  return {
    kind,
    unread,
    people: people.map(named),
    count: peopleCount,
    post: post && { number: numberOf(post._id), text: post.hasWarning ? `Warning: ${post.excerpt}` : post.excerpt },
    comment: comment && { number: numberOf(comment._id), text: comment.excerpt },
    report: report && { number: numberOf(report._id), kind: report.kind, hasConsequence: report.hasConsequence },
  }
}
