import type { KindSettings, NotificationKind } from '@quack/contract'

/** Events of one kind about one thing, from the first of them on for twelve hours. */
export interface WorldGroup {
  readonly recipient: string
  readonly kind: NotificationKind
  /** The number of a post, comment or report; 0 for follows and requests. */
  readonly target: number
  /** On the clock of the world. */
  readonly openedAt: number
  /** What it shows besides people. */
  readonly post: number | null
  readonly comment: number | null
}
/** What somebody has done, at most once of each kind about the same. */
export interface WorldEvent {
  readonly group: WorldGroup
  readonly actor: string
  readonly source: number
  /** The comment that was written. */
  readonly comment: number | null
  /** Later events have larger ones. */
  readonly order: number
}
export type WorldCause = Pick<WorldEvent, 'actor' | 'source' | 'comment'> &
  Pick<WorldGroup, 'kind' | 'target' | 'post'> & { readonly groupComment: number | null }

const WINDOW_HOURS = 12
const EVERYTHING: KindSettings = { list: true, push: true, from: 'everyone' }

/** What members were told, and what they have chosen and read. What is taken back stays here. */
export class WorldNotifications {
  groups: WorldGroup[] = []
  events: WorldEvent[] = []
  /** The clock. Only tests move it. */
  hour = 0
  mutedPosts: { readonly by: string; readonly post: number }[] = []
  /** The order of the last event that each member has read. */
  readonly readTo = new Map<string, number>()
  readonly #choices = new Map<string, KindSettings>()
  #last = 0

  choiceOf(member: string, kind: NotificationKind): KindSettings {
    return this.#choices.get(`${member} ${kind}`) ?? EVERYTHING
  }

  choose(member: string, kind: NotificationKind, choice: KindSettings): void {
    this.#choices.set(`${member} ${kind}`, choice)
  }

  /** The order of the last event of all. */
  get last(): number {
    return this.#last
  }

  /** A post or comment is deleted, and the notifications that show it. */
  forget(number: number): void {
    this.groups = this.groups.filter(({ post, comment }) => post !== number && comment !== number)
    this.events = this.events.filter(({ group, comment }) => comment !== number && this.groups.includes(group))
    this.mutedPosts = this.mutedPosts.filter(({ post }) => post !== number)
  }

  leave(member: string): void {
    this.groups = this.groups.filter(({ recipient }) => recipient !== member)
    this.events = this.events.filter(({ group, actor }) => group.recipient !== member && actor !== member)
    this.mutedPosts = this.mutedPosts.filter(({ by }) => by !== member)
    this.readTo.delete(member)
  }

  /** What was read stays read. */
  read(member: string, order: number): void {
    this.readTo.set(member, Math.max(order, this.readTo.get(member) ?? 0))
  }

  /** @param doesFollow whether the recipient follows the actor */
  tell(recipient: string, cause: WorldCause, doesFollow: boolean): void {
    const { kind, actor, source, target, post, comment, groupComment } = cause
    const { from } = this.choiceOf(recipient, kind)
    const isKnown = this.events.some(
      ({ group, ...event }) =>
        group.recipient === recipient && group.kind === kind && event.source === source && event.actor === actor,
    )
    const isMuted = this.mutedPosts.some((muted) => muted.by === recipient && muted.post === post)
    if (isKnown || isMuted || from === 'nobody' || (from === 'followed' && !doesFollow)) return
    const open = this.groups.findLast(
      (each) =>
        each.recipient === recipient &&
        each.kind === kind &&
        each.target === target &&
        this.hour - each.openedAt < WINDOW_HOURS,
    )
    const group = open ?? { recipient, kind, target, openedAt: this.hour, post, comment: groupComment }
    if (!open) this.groups.push(group)
    this.events.push({ group, actor, source, comment, order: ++this.#last })
  }
}
