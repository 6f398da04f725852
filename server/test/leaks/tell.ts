import type { Write } from './choose.ts'
import type { Pair, World, WorldComment, WorldPoll, WorldPost, WorldReport } from './world.ts'
import type { WorldCause } from './world-notifications.ts'

/** What each write tells to whom. Who may not see it is left out when it is read (sight-of-notifications.ts). */

const NOTHING = { post: null, comment: null, groupComment: null } as const

/** Nobody is told what they do themselves. */
function tell(world: World, recipient: string, cause: WorldCause): void {
  if (recipient === cause.actor) return
  world.notifications.tell(recipient, cause, world.has('follows', recipient, cause.actor))
}

export function tellOfPost(world: World, kind: 'like' | 'repost', post: WorldPost, actor: string): void {
  const { author, number } = post
  tell(world, author, { ...NOTHING, kind, actor, source: number, target: number, post: number })
}

export function tellQuote(world: World, { author, number }: WorldPost, { number: source, by }: Write): void {
  tell(world, author, { ...NOTHING, kind: 'quote', actor: by, source, target: number, post: number })
}

export function tellUpvote(world: World, post: WorldPost, { author, number }: WorldComment, actor: string): void {
  const about = { source: number, target: number, post: post.number, comment: null, groupComment: number }
  tell(world, author, { kind: 'upvote', actor, ...about })
}

export function tellMention(world: World, post: WorldPost, comment: WorldComment | null): void {
  const { author, mentioned, isMention, number } = comment ?? post
  if (!isMention) return
  const written = comment?.number ?? null
  const about = { source: number, target: number, post: post.number, comment: written, groupComment: written }
  tell(world, mentioned, { kind: 'mention', actor: author, ...about })
}

/**
 * Each member gets one notification of a comment: as mentioned, answered, author of the post, or for an earlier
 * comment.
 */
export function tellComment(world: World, post: WorldPost, comment: WorldComment, answered: WorldComment | null): void {
  const { author, number } = comment
  const about = { source: number, target: post.number, post: post.number, comment: number, groupComment: null }
  const isMentioned = (member: string) => comment.isMention && comment.mentioned === member
  const isTold = (member: string) => isMentioned(member) || member === answered?.author
  tellMention(world, post, comment)
  if (answered && !isMentioned(answered.author))
    tell(world, answered.author, { kind: 'answer', actor: author, ...about, target: answered.number })
  if (!isTold(post.author)) tell(world, post.author, { kind: 'comment', actor: author, ...about })
  const earlier = new Set(post.comments.filter((each) => each.number < number).map((each) => each.author))
  for (const member of earlier) {
    if (member !== post.author && !isTold(member)) tell(world, member, { kind: 'reply', actor: author, ...about })
  }
}

/** A poll has ended: its author stands for who caused it. */
export function tellPoll(world: World, { author, number }: WorldPost, poll: WorldPoll): void {
  const cause = { ...NOTHING, kind: 'poll', actor: author, source: poll.number, target: number, post: number } as const
  world.notifications.tell(author, cause, true)
  for (const voter of poll.votes.keys()) tell(world, voter, cause)
}

/** Whoever has commented on the post or reposted it since they were told is told of another poll. */
export function tellEdit(world: World, post: WorldPost, at: number): void {
  const { author, number, comments, reposts, repostedAt, toldTo } = post
  const cause = { ...NOTHING, kind: 'edit', actor: author, source: number, target: number, post: number } as const
  const readers = [
    ...comments.filter((comment) => comment.number > toldTo).map((comment) => comment.author),
    ...reposts.filter((name) => (repostedAt.get(name) ?? 0) > toldTo),
  ]
  post.toldTo = at
  for (const reader of new Set(readers)) tell(world, reader, cause)
}

export function tellFollow(world: World, { from, to }: Pair, kind: 'follow' | 'followRequest'): void {
  tell(world, to, { ...NOTHING, kind, actor: from, source: 0, target: 0 })
}

/** No other member stands for the moderator, so the reporter does. */
export function tellOutcome({ notifications }: World, { id, by }: WorldReport): void {
  const cause = { ...NOTHING, kind: 'report' as const, actor: by, source: id, target: id }
  notifications.tell(by, cause, true)
}
