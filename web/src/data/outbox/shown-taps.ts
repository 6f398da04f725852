import { useStore } from '../../store.ts'
import type { StateOf, TapKind } from '../offline/outbox-entry.ts'
import { pendingTap, pendingTaps, sentTap } from './pending.ts'

/** How each kind of taps changes what the server said of an entity. Each must be idempotent. */
export type Shown<Entity, Kind extends TapKind> = {
  readonly [K in Kind]: (entity: Entity, state: StateOf<K>) => Entity
}

type Find = (kind: TapKind, target: string) => unknown

function apply<Entity, Kind extends TapKind>(entity: Entity, target: string, shown: Shown<Entity, Kind>, find: Find) {
  let seen = entity
  for (const kind of Object.keys(shown) as Kind[]) {
    const state = find(kind, target)
    if (state !== undefined) seen = shown[kind](seen, state as StateOf<Kind>)
  }
  return seen
}

/** An entity with the taps that the server does not have yet. */
export function withTaps<Entity, Kind extends TapKind>(entity: Entity, target: string, shown: Shown<Entity, Kind>) {
  return apply(entity, target, shown, pendingTap)
}

/** The answer to a read, which may have been sent before the last tap was. */
export function withSentTaps<Entity, Kind extends TapKind>(entity: Entity, target: string, shown: Shown<Entity, Kind>) {
  return apply(entity, target, shown, sentTap)
}

/** What was shown last of an entity, and for which taps. */
const known = new WeakMap<object, { taps: unknown; seen: unknown }>()

/** As withTaps, kept current. The same object as before unless one of them has changed. */
export function useTaps<Entity extends object | null | undefined, Kind extends TapKind>(
  entity: Entity,
  target: string,
  shown: Shown<NonNullable<Entity>, Kind>,
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
