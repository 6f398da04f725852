import { getConnection, isServerThere, noteUnreachable } from '../api/connection.ts'
import { type DeviceDatabase, isSignedIn, openDatabase, type SavedPicture } from './database.ts'

/** The time of use is written again after this time, in milliseconds: the whole picture is written with it. */
const USE_STEP_MS = 60 * 60_000
/** A larger picture is not kept, in bytes. */
const MOST_BYTES = 2_000_000
/** The same as that of an img in the most common browsers: the response is then already in the browser's cache. */
const ACCEPT = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'

/** Uploads, and the avatars that come with Quack. */
const OURS = /^\/(media|avatars)\//
const SIGNATURE = /^\/media\/signed\/[^/]+\//

const STILL = '?still'

/** The name of a picture of this server, without width and signature. Null for one at another address. */
export function pictureName(address: string, page: string = location.href): string | null {
  const { origin, pathname, searchParams } = new URL(address, page)
  if (origin !== new URL(page).origin || !OURS.test(pathname)) return null
  // Where a still picture is wanted, one that moves must not be shown.
  return pathname.replace(SIGNATURE, '/media/') + (searchParams.has('still') ? STILL : '')
}

/** Keeps a picture as it is shown. Returns its size in bytes, or 0 if it is not kept anew. */
export async function keepPicture(member: string, address: string): Promise<number> {
  const url = pictureName(address)
  if (url === null || !isSignedIn(member)) return 0
  const database = await openDatabase()
  const known = await database.get('pictures', [member, url])
  if (known) {
    if (Date.now() - known.usedAt > USE_STEP_MS) await putPicture(database, { ...known, usedAt: Date.now() })
    return 0
  }
  const response = await fetch(address, { cache: 'force-cache', headers: { accept: ACCEPT } })
  if (!response.ok) return 0
  const blob = await response.blob()
  if (!blob.type.startsWith('image/') || blob.size > MOST_BYTES) return 0
  await putPicture(database, { member, url, blob, bytes: blob.size, usedAt: Date.now() })
  return blob.size
}

async function putPicture(database: DeviceDatabase, picture: SavedPicture): Promise<void> {
  const { store, done } = database.transaction('pictures', 'readwrite')
  await store.getKey([picture.member, picture.url])
  if (isSignedIn(picture.member)) await store.put(picture)
  await done
}

/**
 * Shows the kept picture in an img that could not load it. Returns false if there is none, or if the server can be
 * reached: then it is gone for good.
 */
export async function showKeptPicture(member: string, img: HTMLImageElement): Promise<boolean> {
  const { src } = img
  const url = pictureName(src)
  if (url === null) return false
  const database = await openDatabase()
  const known =
    (await database.get('pictures', [member, url])) ?? (await database.get('pictures', [member, url + STILL]))
  if (!(known?.blob instanceof Blob) || !isSignedIn(member)) return false
  if (getConnection() === 'online') {
    if (await isServerThere()) return false
    noteUnreachable()
  }
  // The img may show another picture by now.
  if (img.src !== src) return true
  const shown = URL.createObjectURL(known.blob)
  img.addEventListener('load', () => URL.revokeObjectURL(shown), { once: true })
  img.removeAttribute('srcset')
  img.src = shown
  return true
}
