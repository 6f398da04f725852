import { MemberApi } from '@quack/testing/member-api'
import { onTestFinished } from 'vitest'

const online = window.fetch

/**
 * The browser says that it has no network, and the page's requests fail.
 * @returns what other members do meanwhile
 */
export function goOffline(): MemberApi {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  window.dispatchEvent(new Event('offline'))
  onTestFinished(goOnline)
  return new MemberApi(async ({ method, path, headers, json }) => {
    const withType = { ...headers, 'content-type': 'application/json' }
    const body = json === undefined ? { headers } : { headers: withType, body: JSON.stringify(json) }
    const response = await online(path, { method, ...body })
    return { status: response.status, text: await response.text() }
  })
}

export function goOnline(): void {
  Reflect.deleteProperty(navigator, 'onLine')
  window.fetch = online
  window.dispatchEvent(new Event('online'))
}
