// Lets the app shell of Quack start offline. The build prepends RELEASE: a name, a file list, and the catalogues by language.
// Only the client's code is cached, never API responses or media: members who share a browser must not see each
// other's data.
/* global RELEASE */

const PREFIX = 'quack-shell-'
const CACHE = PREFIX + RELEASE.name
/** Serves every address: the client's router does the rest. */
const SHELL = '/'

self.addEventListener('install', (event) => {
  // Hashed files may come from the HTTP cache. The others must be those of this release.
  const requests = RELEASE.files.map((file) => new Request(file, { cache: isHashed(file) ? 'default' : 'reload' }))
  event.waitUntil(Promise.all([caches.open(CACHE).then((cache) => cache.addAll(requests)), keepLocalesInUse()]))
  self.skipWaiting()
})

// Catalogues of languages are cached when a page uses them: nobody needs all of them.
self.addEventListener('message', (event) => {
  const { keepsLocale } = event.data ?? {}
  if (typeof keepsLocale === 'string') event.waitUntil(keepLocale(keepsLocale))
})

async function keepLocale(locale) {
  const file = Object.hasOwn(RELEASE.locales, locale) ? RELEASE.locales[locale] : undefined
  const cache = await caches.open(CACHE)
  if (file !== undefined && !(await cache.match(file))) await cache.add(file)
}

/** Those that the release before has kept. */
async function keepLocalesInUse() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  const kept = await Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys())))
  const paths = kept.flat().map(({ url }) => new URL(url).pathname)
  const locales = Object.keys(RELEASE.locales)
  const used = locales.filter((locale) => paths.some((path) => path.startsWith(`/assets/translation-${locale}-`)))
  await Promise.all(used.map(keepLocale))
}

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOldReleases(), self.clients.claim()]))
})

// The previous release is kept: open pages still load chunks from it.
async function deleteOldReleases() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (isHashed(pathname)) event.respondWith(fromCacheFirst(request))
  else if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(fromNetworkFirst(request, SHELL))
  else if (RELEASE.files.includes(pathname)) event.respondWith(fromNetworkFirst(request, pathname))
})

function isHashed(pathname) {
  return pathname.startsWith('/assets/')
}

function isPage(pathname) {
  return !/^\/(api|oauth|media|healthz|readyz|metrics)(\/|$)/.test(pathname)
}

async function fromCacheFirst(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

async function fromNetworkFirst(request, name) {
  const answering = fetch(request)
  const isThere = await answering.then(
    ({ status }) => !isFromGateway(status),
    () => false,
  )
  if (isThere) return await answering
  const cached = await caches.open(CACHE).then((cache) => cache.match(name, { ignoreVary: true }))
  return cached ?? (await answering)
}

/** Whether a proxy may have answered for a server that it cannot reach. */
function isFromGateway(status) {
  return status >= 502 && status <= 504
}
