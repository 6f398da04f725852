import { preloadPicture } from './preload-picture.ts'

const TIMEOUT_MS = 30_000

/** Asks at once for what the page shows first; data/head-start.ts takes the answer. */
export function beginRead(): void {
  const [, page, id] = location.pathname.split('/')
  const address = {
    '': '/api/feed?limit=20&embed=0&sort=latest',
    explore: '/api/explore?limit=20&embed=0',
    'post-detail': `/api/posts/${id}?embed=0`,
  }[page ?? '']
  const token = localStorage.getItem('token')
  if (!address || !token || !localStorage.getItem('username') || location.search !== '') return
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  const answer = fetch(address, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
  // A failure is met by whoever takes the answer; here there is only no picture to ask for.
  answer.then(preloadPicture).catch(() => undefined)
  globalThis.headStart = { address, token, answer }
}
