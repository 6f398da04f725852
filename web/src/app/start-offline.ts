import { type CopyStore, setCopyStore } from '../data/api/copies.ts'
import { getSession, onSessionChange, onSignOut } from '../data/api/session.ts'
import { whenSettled } from '../data/code/when-settled.ts'
import type { LeftNote } from '../data/offline/offline.ts'

const load = () => import('../data/offline/offline.ts')

/** Names the member whose data are to be deleted, in local storage, until that is done. */
const LEFT = 'signed-out'

/**
 * Keeps what is read for the time without network, and shows it then. The code is loaded after the first screen is
 * shown, or when it is needed.
 */
export function startOffline(): void {
  const early: Parameters<CopyStore['put']>[] = []
  setCopyStore({
    put: (read, text) => void early.push([read, text, Date.now()]),
    find: async (read) => (await load()).store.find(read),
    forget: async (...what) => {
      early.length = 0
      await (await load()).store.forget(...what)
    },
  })
  whenSettled(() => {
    load()
      .then(({ store, watchPictures }) => {
        setCopyStore(store)
        for (const args of early.splice(0)) store.put(...args)
        watchPictures()
      })
      // Everything still works online.
      .catch(() => undefined)
  })
  document.addEventListener('error', showKept, true)

  onSignOut(({ username, member, keepsUnsent }) => {
    early.length = 0
    const left = JSON.stringify({ member, username, keepsDrafts: keepsUnsent } satisfies LeftNote)
    try {
      localStorage.setItem(LEFT, left)
    } catch {
      // Storage is blocked, so nothing was stored.
    }
    forgetLeft(left)
  })
  // A sign-out in another tab: what this one was about to write must not stay either.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === LEFT && newValue !== null) forgetLeft(newValue, true)
  })
  // A page was closed before it had deleted everything.
  forgetLeft(readLeft())

  whenSettled(forgetLongLeft)
  // Also when somebody signs in: their time begins anew.
  onSessionChange(() => void whenSettled(forgetLongLeft))
}

function forgetLongLeft(): void {
  load()
    .then((offline) => offline.forgetLongLeft())
    // Where storage is blocked, nothing is kept. Without the code, the next page does it.
    .catch(() => undefined)
}

function readLeft(): string | null {
  try {
    return localStorage.getItem(LEFT)
  } catch {
    return null
  }
}

function forgetLeft(left: string | null, isOfOtherTab = false): void {
  if (!left) return
  load()
    // What was not sent is of a later sign-in, if the other tab has deleted everything before this one could.
    .then((offline) => offline.forgetLeft(left, isOfOtherTab && readLeft() !== left))
    .then(() => localStorage.removeItem(LEFT))
    .catch((error: unknown) => console.warn('This device still keeps data of a member who has signed out.', error))
}

/** The address of a picture that may be kept. */
const OURS = /\/(media|avatars)\//
const passed = new WeakSet<Event>()

/** Looks for the kept picture of an img that failed. Without one, the img learns that it failed. */
function showKept(event: Event): void {
  const { target: img } = event
  if (!(img instanceof HTMLImageElement) || !OURS.test(img.src) || passed.has(event) || !getSession()) return
  event.stopImmediatePropagation()
  const pass = () => {
    const failure = new Event('error')
    passed.add(failure)
    img.dispatchEvent(failure)
  }
  load()
    .then((offline) => offline.showKept(img))
    .then((isShown) => isShown || pass(), pass)
}
