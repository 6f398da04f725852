import type { NotificationKind } from '@quack/contract'
import { NOTIFICATION_FACES, UNREAD_MAX } from '@quack/contract/rules/limits'
import { excerptOfPost, textOfComment, type World, type WorldPost } from './world.ts'
import type { WorldEvent, WorldGroup } from './world-notifications.ts'

/** What a member is shown of what happened. */

interface ShownGroup {
  readonly group: WorldGroup
  /** The latest first. */
  readonly events: readonly WorldEvent[]
  /** Of the latest event. */
  readonly newest: number
}

export interface Excerpt {
  readonly kind?: NotificationKind | undefined
  /** Events after this one do not count in the order of the list. */
  readonly asOf?: number
  /** Groups whose latest event is before this one. */
  readonly before?: number
}

/** Whether what an event says is still so. */
function isTrue(world: World, { group: { kind, recipient }, actor, source }: WorldEvent): boolean {
  switch (kind) {
    case 'like':
      return world.post(source)?.up.includes(actor) === true
    case 'repost':
      return world.post(source)?.reposts.includes(actor) === true
    case 'quote': {
      const quoting = world.post(source)
      return quoting !== undefined && quoting.quoted !== 'withdrawn' && !world.hidesPost(recipient, quoting)
    }
    case 'upvote':
      return world.comment(source)?.comment.up.includes(actor) === true
    case 'follow':
      return world.has('follows', actor, recipient)
    case 'followRequest':
      return world.has('requests', actor, recipient)
    case 'mention': {
      const text = world.post(source) ?? world.comment(source)?.comment
      return text?.isMention === true && text.mentioned === recipient
    }
    case 'report':
      return world.reports.some(({ id }) => id === source)
    case 'poll':
      return world.posts.some(({ poll }) => poll?.number === source && poll.hasEnded)
    case 'comment':
    case 'answer':
    case 'reply':
    case 'edit':
      return true
  }
}

function isEventShown(world: World, event: WorldEvent): boolean {
  const { actor, comment, group } = event
  const isMuted = world.mutes.some(
    ({ from, to, isForNotifications }) => from === group.recipient && to === actor && isForNotifications !== false,
  )
  if (isMuted || world.hides(group.recipient, actor) || !isTrue(world, event)) return false
  if (comment === null) return true
  const found = world.comment(comment)
  return found !== null && !found.comment.isHidden && !world.isRemoved(found.post, found.comment)
}

function isGroupShown(world: World, { recipient, kind, post }: WorldGroup): boolean {
  if (!world.notifications.choiceOf(recipient, kind).list) return false
  if (post === null) return true
  const found = world.post(post)
  return found !== undefined && !world.hidesPost(recipient, found)
}

/** The groups of a member, the one with the latest event first. */
export function shownGroups(world: World, viewer: string, excerpt: Excerpt = {}): ShownGroup[] {
  const { kind, asOf = Number.POSITIVE_INFINITY, before = Number.POSITIVE_INFINITY } = excerpt
  const { groups, events } = world.notifications
  return groups
    .filter((group) => group.recipient === viewer && (kind ?? group.kind) === group.kind && isGroupShown(world, group))
    .map((group) => {
      const shown = events.filter((event) => event.group === group && isEventShown(world, event)).reverse()
      return { group, events: shown, newest: shown.find(({ order }) => order <= asOf)?.order ?? 0 }
    })
    .filter(({ newest }) => newest > 0 && newest < before)
    .sort((a, b) => b.newest - a.newest)
}

export const unreadOf = (world: World, viewer: string): number => {
  const readTo = world.notifications.readTo.get(viewer) ?? 0
  return Math.min(UNREAD_MAX, shownGroups(world, viewer).filter(({ newest }) => newest > readTo).length)
}

/** A member's list, as notifications are compared (seen-notifications.ts). */
export function notificationsOf(world: World, viewer: string, excerpt: Excerpt = {}) {
  return shownGroups(world, viewer, excerpt).map(({ group, events, newest }) => {
    const actors = [...new Set(events.map(({ actor }) => actor))]
    const isReport = group.kind === 'report'
    const namesNobody = isReport || (group.kind === 'poll' && actors.includes(viewer))
    const report = isReport ? world.reports.find(({ id }) => id === group.target) : undefined
    const commented = world.comment(group.comment ?? events[0]?.comment ?? 0)?.comment
    return {
      kind: group.kind,
      unread: newest > (world.notifications.readTo.get(viewer) ?? 0),
      people: namesNobody ? [] : actors.slice(0, NOTIFICATION_FACES),
      count: namesNobody ? 0 : actors.length,
      post: ofPost(world.post(group.post ?? 0)),
      comment: commented && { number: commented.number, text: textOfComment(commented) },
      report: report && { number: report.id, kind: report.kind, hasConsequence: report.outcome === 'action' },
    }
  })
}

const ofPost = (post: WorldPost | undefined) => post && { number: post.number, text: excerptOfPost(post) }
