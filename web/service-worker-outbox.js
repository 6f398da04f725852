// Background Sync: the browser says that the network is back. Open pages send what waits. Without one, the simple part is
// sent here: in order, until the first that needs a page, such as an edit or a file, or that the server does not take.
// A page can go on from any point, because everything is marked as tried before it is sent (docs/decisions/039-outbox.md).
//
// These are the rules of web/src/data/outbox/sender.ts and web/src/data/sending, for the simple part, once more. They share
// no code: that of the pages is built on the contract, the query cache and `idb`, and would have to be bundled for the
// worker, which is plain JavaScript, and whose every change is a new release of it. A test holds the addresses together
// (web/src/data/sending/worker.test.ts).

/** `token`: settings of members of whom something waits, kept by web/src/data/outbox/background-sync.ts. */
const OUTBOX = { tag: 'outbox', message: 'send-outbox', database: 'quack', token: 'sync token', silenceMs: 5_000 }

/** The kinds that this release knows. Others are of a newer one: they are left alone, and hold nothing up. */
const ENTRIES = ['post', 'comment', 'editPost', 'editComment', 'deletePost', 'deleteComment']
const TOGGLES = ['like', 'bookmark', 'follow', 'vote']

/** What waits, by its store. The locks are those of the pages' senders. */
const WAITING = [
  {
    store: 'outbox',
    lock: 'quack-outbox',
    waits: ({ state, kind }) => state === 'waiting' && ENTRIES.includes(kind),
    requestOf: requestOfEntry,
  },
  {
    store: 'settings',
    lock: 'quack-toggles',
    waits: ({ name, value }) => name.startsWith('toggle ') && TOGGLES.includes(value.kind),
    requestOf: requestOfToggle,
  },
]

self.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX.tag) event.waitUntil(sendOutbox())
})

async function sendOutbox() {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // Somebody who is signed out, or a page that the browser has frozen, does not answer.
  const answers = (await Promise.all(pages.map(askPage))).filter((answer) => answer !== null)
  const isDone = answers.length > 0 ? await Promise.race(answers.map(({ end }) => end)) : await sendWithoutPage()
  // The browser then tries again later.
  if (!isDone) throw new Error('Something still waits to be sent.')
}

/** A page says at once that it begins, and at the end whether nothing waits any more. Null if it does not answer. */
function askPage(page) {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    setTimeout(resolve, OUTBOX.silenceMs, null)
    const end = new Promise((finish) => {
      port1.onmessage = ({ data }) => (data === 'begun' ? resolve({ end }) : finish(data === 'done'))
    })
    page.postMessage(OUTBOX.message, [port2])
  })
}

async function sendWithoutPage() {
  const database = await openKnown(OUTBOX.database)
  if (!database) return true
  try {
    const tokens = (await readAll(database, 'settings')).filter(({ name }) => name === OUTBOX.token)
    const done = []
    for (const { member, value: token } of tokens) {
      const job = { database, member, token }
      for (const kind of WAITING) done.push(await navigator.locks.request(kind.lock, () => sendAll(job, kind)))
      if (done.slice(-WAITING.length).every(Boolean)) await change(job, 'settings', [member, OUTBOX.token], () => null)
    }
    return done.every(Boolean)
  } finally {
    database.close()
    // A page may have been opened meanwhile.
    for (const { lock } of WAITING) new BroadcastChannel(lock).postMessage(null)
  }
}

/** @returns whether everything was sent */
async function sendAll(job, { store, waits, requestOf }) {
  const rows = (await readAll(job.database, store)).filter((row) => row.member === job.member && waits(row))
  for (const row of rows.sort((one, other) => (one.value?.at ?? one.id) - (other.value?.at ?? other.id))) {
    const request = requestOf(row)
    const key = row.id ?? [row.member, row.name]
    const revision = (row.value ?? row).revision
    const ifSame = (next) => (now) => ((now.value ?? now).revision === revision ? next : undefined)
    if (!request || !(await change(job, store, key, ifSame(request.tried)))) return false
    const answer = await fetch(request.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${job.token}`, prefer: 'return=minimal', ...request.headers },
      body: request.body && JSON.stringify(request.body),
      signal: AbortSignal.timeout(30_000),
    })
    if (!answer.ok || !(await change(job, store, key, ifSame(null)))) return false
  }
  return true
}

/** A new post or comment without a file, of which no other version may have arrived. */
function requestOfEntry(entry) {
  const { kind, target, key, body, file, isRemoved, tried = [] } = entry
  const isSimple = !file && !isRemoved && tried.every((other) => JSON.stringify(other) === JSON.stringify(body))
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const common = { headers, tried: { ...entry, tried: [body] } }
  if (isSimple && kind === 'post') return { ...common, path: '/api/posts?embed=0', body: { postData: body } }
  const path = `/api/comments/add/${encodeURIComponent(target)}?embed=0`
  return isSimple && kind === 'comment' ? { ...common, path, body: { commentData: body } } : null
}

function requestOfToggle(row) {
  const { kind, key, subject, value, isTried } = row.value
  // A second unlike is a dislike: the page looks first.
  if (kind === 'like' && !value && isTried) return null
  const paths = {
    like: () => `posts/${value ? 'like' : 'dislike'}/${key}?embed=0`,
    bookmark: () => `users/${value ? '' : 'remove-'}bookmark/${key}?limit=1`,
    follow: () => `users/${value === 'none' ? 'un' : ''}follow/${subject._id}?embed=0`,
    vote: () => `comments/${value === 'down' ? 'down' : 'up'}vote/${subject.postId}/${key}?embed=0`,
  }
  return { path: `/api/${paths[kind]()}`, tried: { ...row, value: { ...row.value, isTried: true } } }
}

/** Undefined if pages have not created it: only they know its stores. */
function openKnown(name) {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name)
    opening.onupgradeneeded = () => opening.transaction.abort()
    opening.onerror = () => resolve(undefined)
    opening.onsuccess = () => {
      opening.result.onversionchange = () => opening.result.close()
      resolve(opening.result)
    }
  })
}

function readAll(database, store) {
  return new Promise((resolve, reject) => {
    const reading = database.transaction(store).objectStore(store).getAll()
    reading.onsuccess = () => resolve(reading.result)
    reading.onerror = () => reject(reading.error)
  })
}

/** Changes a row, or deletes it for null, unless the member has signed out meanwhile. @returns whether it did */
function change({ database, member, token }, store, key, nextOf) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction([...new Set([store, 'settings'])], 'readwrite')
    const rows = transaction.objectStore(store)
    let isChanged = false
    transaction.objectStore('settings').get([member, OUTBOX.token]).onsuccess = ({ target: kept }) => {
      rows.get(key).onsuccess = ({ target: found }) => {
        const next = found.result && kept.result?.value === token ? nextOf(found.result) : undefined
        isChanged = next !== undefined
        if (next) rows.put(next)
        else if (isChanged) rows.delete(key)
      }
    }
    transaction.oncomplete = () => resolve(isChanged)
    transaction.onabort = () => reject(transaction.error)
  })
}
