// Lets the shell of Quack start without a network. The build puts RELEASE, its name and files, before this.
// It keeps the pages' own code alone: no answer of the API and no media, so that nothing of one member is ever shown to
// another who uses the same browser.
/* global RELEASE */

const PREFIX = 'quack-shell-'
const CACHE = PREFIX + RELEASE.name
/** The page that stands for every address: the router inside it knows them. */
const SHELL = '/'

self.addEventListener('install', (event) => {
  // Hashed files may come from the browser's cache; the others must be this release's.
  const requests = RELEASE.files.map((file) => new Request(file, { cache: isHashed(file) ? 'default' : 'reload' }))
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([forgetOldReleases(), self.clients.claim()]))
})

// The release before this one stays: pages that are open still fetch their parts from it.
async function forgetOldReleases() {
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
  return !/^\/(api|media|healthz|readyz|metrics)(\/|$)/.test(pathname)
}

async function fromCacheFirst(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

async function fromNetworkFirst(request, name) {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.open(CACHE).then((cache) => cache.match(name, { ignoreVary: true }))
    if (kept) return kept
    throw error
  }
}
