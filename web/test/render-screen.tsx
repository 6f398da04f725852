import '../src/ui/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { startRouter } from '../src/app/router.tsx'
import { startOffline } from '../src/app/start-offline.ts'
import { noteReachable } from '../src/data/api/connection.ts'
import { expireSession, getSession, type Session, signIn, signOut } from '../src/data/api/session.ts'
import { queryClient } from '../src/data/cache/query-client.ts'

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

export interface ScreenOptions {
  /** Who is signed in. Nobody by default. */
  readonly member?: Session
  readonly size?: keyof typeof SIZES
}

export interface Screen {
  /** Follows the address, as a link from elsewhere does. */
  readonly open: (path: string) => Promise<void>
  /** As near to a reload as one page comes: renders anew, from what this device keeps and what the server answers. */
  readonly reload: () => Promise<void>
}

/** The address of the frame that Vitest loads. */
const OF_VITEST = location.pathname + location.search

let end: (() => void) | null = null
let isOnPhone = false

// As app/main.tsx does it.
history.scrollRestoration = 'manual'
startOffline()

/** Renders the client at this address, as app/main.tsx does, but without the service worker. */
export async function renderScreen(path: string, { member, size = 'desktop' }: ScreenOptions = {}): Promise<Screen> {
  await setSize(size)
  if (member) signIn({ token: member.token, username: member.username })
  await open(path)
  return {
    open,
    async reload() {
      const here = location.pathname + location.search
      const session = getSession()
      close()
      // Ends what is in memory of the member. What is kept on the device stays.
      if (session) {
        expireSession(session.token)
        signIn(session)
      }
      await open(here)
    },
  }
}

async function setSize(size: keyof typeof SIZES): Promise<void> {
  const { width, height } = SIZES[size]
  await page.viewport(width, height)
  if (isOnPhone === (size === 'phone')) return
  isOnPhone = size === 'phone'
  await commands.setTouch(isOnPhone)
}

async function open(path: string): Promise<void> {
  close()
  // An entry without an index is none of the client's, as after a page load. By its key, screens find what they have
  // kept.
  history.replaceState({ key: crypto.randomUUID() }, '', path)
  const router = startRouter()
  const place = document.createElement('div')
  place.id = 'root'
  document.body.append(place)
  const root = createRoot(place)
  end = () => {
    root.unmount()
    router.dispose()
    place.remove()
  }
  await new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
  startTransition(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  )
}

function close(): void {
  end?.()
  end = null
  queryClient.clear()
}

/** Leaves nothing of a test to the next one: neither on the page, nor in memory, nor on the device. */
export async function leaveNothing(): Promise<void> {
  close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  if (getSession()) signOut()
  noteReachable()
  queryClient.clear()
  await removeData()
  document.documentElement.removeAttribute('data-theme')
  history.replaceState(null, '', OF_VITEST)
}

/** From now on, the device can keep nothing that is sent later. */
export async function blockStorage(): Promise<void> {
  const device = indexedDB
  const open = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('indexedDB', { open })
  // The client closes the connection that it has, and cannot open another one.
  await removeDatabases(device)
}

async function removeData(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  await removeDatabases(indexedDB)
}

async function removeDatabases(device: IDBFactory): Promise<void> {
  const databases = await device.databases()
  await Promise.all(databases.map(({ name = '' }) => removeDatabase(device, name)))
}

/** The client closes its connection when another one wants to delete the database. */
function removeDatabase(device: IDBFactory, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = device.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
}
