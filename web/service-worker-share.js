// The share target of the manifest: keeps what a phone's share sheet sends until a page takes it into the composer
// (web/src/data/shared/take-shared.ts). Other sites can send such a form too, so nothing leaves the device here.

const SHARED = { path: '/share', cache: 'quack-share', page: '/?compose=shared', filesMax: 10 }

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method === 'POST' && origin === self.location.origin && pathname === SHARED.path) {
    event.respondWith(receiveShared(event.request))
  }
})

async function receiveShared(request) {
  // Without what was shared, the page says so.
  await keepShared(request).catch((error) => console.warn('What was shared could not be kept.', error))
  return Response.redirect(SHARED.page, 303)
}

/** In the place of what no page has taken. The text is stored last: without it, a page takes nothing. */
async function keepShared(request) {
  const form = await request.formData()
  await caches.delete(SHARED.cache)
  const cache = await caches.open(SHARED.cache)
  // A form without a file has an empty one.
  const files = form.getAll('media').filter(({ size }) => size > 0)
  const kept = files.slice(0, SHARED.filesMax)
  await Promise.all(kept.map((file, index) => cache.put(`${SHARED.path}/${index}`, new Response(file))))
  const [title, text, url] = ['title', 'text', 'url'].map((name) => form.get(name) ?? '')
  const names = kept.map(({ name }) => name)
  await cache.put(SHARED.path, Response.json({ title, text, url, names, at: Date.now() }))
}
