import { vi } from 'vitest'

/** Local storage as browsers have it, for tests in Node: its entries are its own keys. `isFull` refuses more. */
export function stubLocalStorage(): { isFull: boolean } {
  const state = { isFull: false }
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      if (state.isFull) throw new DOMException('full', 'QuotaExceededError')
      this[key] = value
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key]
    },
  }
  vi.stubGlobal('localStorage', Object.create(methods))
  return state
}

/** A session of the member with this id: the token says it. */
export function sessionOf(id: string, username: string) {
  return { token: `e30.${btoa(JSON.stringify({ _id: id, username }))}.`, username }
}
