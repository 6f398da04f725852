export interface Overlays<Entity> {
  add: (overlay: (entity: Entity) => Entity) => void
  apply: (entity: Entity) => Entity
}

/** Functions that apply pending changes, such as an unsent like, to an entity from the server. */
export function createOverlays<Entity>(): Overlays<Entity> {
  const overlays: ((entity: Entity) => Entity)[] = []
  return {
    add: (overlay) => void overlays.push(overlay),
    apply: (entity) => overlays.reduce((seen, overlay) => overlay(seen), entity),
  }
}
