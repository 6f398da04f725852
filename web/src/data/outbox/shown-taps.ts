import { useStore } from '../../store.ts'
import type { ShownTap } from '../offline/outbox-entry.ts'
import { pendingTap, pendingTaps, sentTap } from './pending.ts'

export function shownTap<Entity, State, Subject = null>(
  show: (entity: Entity, state: State) => Entity,
): ShownTap<Entity, State, Subject> {
  return show
}

/** A table of any kinds. */
type ShownTaps<Entity> = Readonly<Record<string, ShownTap<Entity, never, unknown>>>

function apply<Entity>(entity: Entity, target: string, shown: ShownTaps<Entity>, find: typeof pendingTap): Entity {
  return Object.entries(shown).reduce((seen, [kind, show]) => {
    const state = find(kind, target)
    return state === undefined ? seen : show(seen, state as never)
  }, entity)
}

/** An entity with the taps that the server does not have yet. */
export function withTaps<Entity>(entity: Entity, target: string, shown: ShownTaps<Entity>): Entity {
  return apply(entity, target, shown, pendingTap)
}

/** The answer to a read, which may have been sent before the last tap was. */
export function withSentTaps<Entity>(entity: Entity, target: string, shown: ShownTaps<Entity>): Entity {
  return apply(entity, target, shown, sentTap)
}

/** What was shown last of an entity, and for which taps. */
const known = new WeakMap<object, { taps: unknown; seen: unknown }>()

/** As withTaps, kept current. The same object as before unless the entity or a tap has changed. */
export function useTaps<Entity extends object | null | undefined>(
  entity: Entity,
  target: string,
  shown: ShownTaps<NonNullable<Entity>>,
): Entity {
  return useStore(pendingTaps, (taps) => {
    if (!entity) return entity
    const last = known.get(entity)
    if (last?.taps === taps) return last.seen as Entity
    const seen = withTaps(entity as NonNullable<Entity>, target, shown)
    known.set(entity, { taps, seen })
    return seen
  })
}
