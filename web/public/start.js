// Runs before the first paint, and so before the client's code is there. A chosen theme must not flash: src/ui/theme.ts
// writes what is read here. And what the page shows first is asked for at once: src/data/head-start.ts takes the answer.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme

  const [, page, id] = location.pathname.split('/')
  const address = {
    '': '/api/feed?limit=20&embed=0&sort=latest',
    explore: '/api/explore?limit=20&embed=0',
    'post-detail': `/api/posts/${id}?embed=0`,
  }[page]
  const token = localStorage.getItem('token')
  if (address && token && localStorage.getItem('username') && location.search === '') {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    const answer = fetch(address, { headers, signal: AbortSignal.timeout(30_000) })
    answer.catch(() => undefined)
    globalThis.headStart = { address, token, answer }
  }
} catch {
  // Storage may be blocked: then the system's preference decides, and nobody is signed in.
}
