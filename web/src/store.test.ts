import { expect, test, vi } from 'vitest'
import { createListeners, createStore } from './store.ts'

test('a store notifies of a change, and not of the same value', () => {
  const store = createStore(1)
  const listener = vi.fn()
  store.subscribe(listener)
  store.set(2)
  store.set(2)
  expect(store.get()).toBe(2)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a listener is called with the arguments until it unsubscribes', () => {
  const { subscribe, notify } = createListeners<[string]>()
  const listener = vi.fn()
  const stop = subscribe(listener)
  notify('first')
  stop()
  notify('second')
  expect(listener.mock.calls).toEqual([['first']])
})
