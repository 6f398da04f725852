import { useSyncExternalStore } from 'react'

export interface Listeners<Args extends unknown[]> {
  /** Returns a function that unsubscribes. */
  subscribe: (listener: (...args: Args) => void) => () => void
  notify: (...args: Args) => void
}

export function createListeners<Args extends unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify(...args) {
      for (const listener of listeners) listener(...args)
    },
  }
}

/** A value outside React's state, also for code that is not a component. */
export interface Store<Value> {
  get: () => Value
  /** Notifies the subscribers, unless the value is the same. */
  set: (next: Value) => void
  subscribe: (listener: () => void) => () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  const { subscribe, notify } = createListeners()
  let value = initial
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      notify()
    },
    subscribe,
  }
}

/** A store's value, or what `select` returns for it. The component renders again when that changes. */
export function useStore<Value>(store: Store<Value>): Value
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part
export function useStore<Value, Part>(store: Store<Value>, select?: (value: Value) => Part): Value | Part {
  return useSyncExternalStore(store.subscribe, () => (select ? select(store.get()) : store.get()))
}
