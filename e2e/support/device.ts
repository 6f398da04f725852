import { expect, type Page } from '@playwright/test'
import type { Member } from './api.ts'

/** What a page keeps on the device. */
export interface Device {
  /** The rows of IndexedDB by store, as `member name`. */
  pages: string[]
  pictures: string[]
  outbox: string[]
  settings: string[]
  /** The addresses in all caches, other than files of the client. */
  cached: string[]
  /** The keys of local storage, then those of session storage. */
  local: string[]
  session: string[]
  cookies: string
}

/** What names a member in IndexedDB: the id, which the token says. */
export function memberKey({ token }: Member): string {
  const { _id } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { _id: string }
  return `#${_id}`
}

/** The rows of a store of IndexedDB. Files in them are empty objects. */
export function readRows<Row>(page: Page, store: 'outbox' | 'pages' | 'settings'): Promise<Row[]> {
  return page.evaluate(async (name) => {
    // Opening it would create it.
    if (!(await indexedDB.databases()).some((database) => database.name === 'quack')) return []
    const opening = indexedDB.open('quack')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const reading = database.transaction(name).objectStore(name).getAll()
    const rows = await new Promise<Row[]>((resolve, reject) => {
      reading.onsuccess = () => resolve(reading.result)
      reading.onerror = () => reject(reading.error)
    })
    database.close()
    return rows
  }, store)
}

export function readDevice(page: Page): Promise<Device> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name)
    const rows: Record<string, string[]> = { pages: [], pictures: [], outbox: [], settings: [] }
    for (const name of names) {
      const opening = indexedDB.open(name ?? '')
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store).getAll()
        const found = await new Promise<Record<string, unknown>[]>((resolve, reject) => {
          reading.onsuccess = () => resolve(reading.result)
          reading.onerror = () => reject(reading.error)
        })
        rows[store] = found.map((row) => `${row.member} ${row.name ?? row.url ?? row.kind}`)
      }
      database.close()
    }
    const cached: string[] = []
    for (const name of await caches.keys()) {
      const keys = await (await caches.open(name)).keys()
      const others = keys.map(({ url }) => new URL(url).pathname).filter((path) => !path.startsWith('/assets/'))
      cached.push(...others.filter((path) => !['/', '/start.js', '/favicon.svg'].includes(path)))
    }
    return {
      ...(rows as { pages: string[]; pictures: string[]; outbox: string[]; settings: string[] }),
      cached,
      local: Object.keys(localStorage).sort(),
      session: Object.keys(sessionStorage).sort(),
      cookies: document.cookie,
    }
  })
}

/** Waits until the service worker is active: the next load works without network. It need not control this page. */
export async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

/** Waits until this device keeps responses and pictures whose addresses contain these texts. */
export async function untilKept(page: Page, ...parts: readonly string[]): Promise<void> {
  const missing = async () => {
    const { pages, pictures } = await readDevice(page)
    return parts.filter((part) => ![...pages, ...pictures].some((name) => name.includes(part)))
  }
  await expect.poll(missing).toEqual([])
}
