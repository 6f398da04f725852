import type { GroupId } from '../../database/schema.ts'
import type { ShownGroup } from '../notifications/newest.queries.ts'
import { SUMMARY, type Tag } from './push-tags.queries.ts'

/** What a member is to be told at this moment. */
export interface State {
  /** Of the tags' groups, those that are shown, unread and wanted on devices. */
  readonly groups: ReadonlyMap<GroupId, ShownGroup>
  readonly unread: number
}

/** The next message to a device. */
export type Step =
  | { readonly kind: 'notice'; readonly tag: Tag; readonly group: ShownGroup }
  | { readonly kind: 'summary'; readonly tags: readonly Tag[]; readonly latest: number }
  | { readonly kind: 'close'; readonly tags: readonly Tag[] }

/** More notifications than this at once become a summary. */
const NOTICES_MAX = 5
/** Tags in one message. */
const CLOSED_MAX = 50

/**
 * Decides what a device is sent next: what is new, as a summary if it is much, or if quiet hours have held it back;
 * then what has to disappear.
 * @returns `settled`: tags that need no message
 */
export function planStep(tags: readonly Tag[], { groups, unread }: State): { step: Step | null; settled: Tag[] } {
  const fresh: { readonly tag: Tag; readonly group: ShownGroup }[] = []
  const closing: Tag[] = []
  const settled: Tag[] = []
  for (const tag of tags) {
    const group = groups.get(tag.group)
    const isAlive = tag.group === SUMMARY ? unread > 0 : group !== undefined
    if (group && group.newest !== tag.shown) fresh.push({ tag, group })
    else if (!isAlive && tag.shown !== 0) closing.push(tag)
    else settled.push(tag)
  }
  return { step: stepOf(fresh, closing), settled }
}

function stepOf(fresh: readonly { tag: Tag; group: ShownGroup }[], closing: readonly Tag[]): Step | null {
  const [first] = [...fresh].sort((a, b) => a.group.newest - b.group.newest)
  const isHeld = fresh.some(({ tag }) => tag.is_held === 1)
  if (fresh.length > 1 && (isHeld || fresh.length > NOTICES_MAX)) {
    const latest = Math.max(...fresh.map(({ group }) => group.newest))
    return { kind: 'summary', tags: fresh.map(({ tag }) => tag), latest }
  }
  if (first) return { kind: 'notice', ...first }
  return closing.length > 0 ? { kind: 'close', tags: closing.slice(0, CLOSED_MAX) } : null
}
