import { useStore } from '../../store.ts'
import type { TapKind, Taps } from '../offline/outbox-entry.ts'
import { pendingTap, pendingTaps, sentTap } from './pending.ts'

/** How each kind of taps changes what the server said of an entity. Each must be idempotent. */
export type Shown<Entity, Kind extends keyof Kinds, Kinds = Taps> = {
  readonly [K in Kind]: (entity: Entity, state: Kinds[K] extends { body: infer State } ? State : never) => Entity
}

/** A table of any kinds. */
type AnyShown<Entity> = Readonly<Record<string, (entity: Entity, state: never) => Entity>>

type Find = (kind: TapKind, target: string) => unknown

function apply<Entity>(entity: Entity, target: string, shown: AnyShown<Entity>, find: Find) {
  let seen = entity
  for (const kind of Object.keys(shown) as TapKind[]) {
    const state = find(kind, target)
    if (state !== undefined) seen = (shown[kind] as (entity: Entity, state: unknown) => Entity)(seen, state)
  }
  return seen
}

/** An entity with the taps that the server does not have yet. */
export function withTaps<Entity>(entity: Entity, target: string, shown: AnyShown<Entity>) {
  return apply(entity, target, shown, pendingTap)
}

/** The answer to a read, which may have been sent before the last tap was. */
export function withSentTaps<Entity>(entity: Entity, target: string, shown: AnyShown<Entity>) {
  return apply(entity, target, shown, sentTap)
}

/** What was shown last of an entity, and for which taps. */
const known = new WeakMap<object, { taps: unknown; seen: unknown }>()

/** As withTaps, kept current. The same object as before unless one of them has changed. */
export function useTaps<Entity extends object | null | undefined>(
  entity: Entity,
  target: string,
  shown: AnyShown<NonNullable<Entity>>,
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
