import { isBlank } from '@quack/contract/rules/text'
import { useStore } from '../../store.ts'
import { createMemberStore } from '../api/member-state.ts'
import { SHARED_CACHE } from '../code/service-worker.ts'
import { isShaped } from '../offline/is-shaped.ts'

/** In milliseconds. What waited longer, say for a sign-in, is not expected any more. */
const KEPT_MS = 3_600_000
const PATH = '/share'

interface Stored extends SharedText {
  names: readonly unknown[]
  at: number
}

const STORED = { title: 'string', text: 'string', url: 'string', names: 'object', at: 'number' } as const

/** What service-worker-share.js has written. */
function isStored(value: unknown): value is Stored {
  return isShaped(value, STORED) && Array.isArray(value.names)
}

/**
 * Pictures and videos that were shared and are not part of a draft yet: they have not left the device. Null if what was
 * shared has not arrived.
 */
const files = createMemberStore<readonly File[] | null>([])

export const useSharedFiles = (): readonly File[] | null => useStore(files)
export const setSharedFiles = files.set

/** Takes what was shared out of the service worker's cache; null if there is nothing. */
export async function takeShared(): Promise<{ text: string; files: File[] } | null> {
  try {
    const cache = await caches.open(SHARED_CACHE)
    const stored: unknown = await (await cache.match(PATH))?.json()
    const taken = isStored(stored) && Date.now() - stored.at < KEPT_MS ? await readAll(cache, stored) : null
    await caches.delete(SHARED_CACHE)
    return taken
  } catch {
    // Storage is blocked.
    return null
  }
}

async function readAll(cache: Cache, { names, ...text }: Stored) {
  const found = await Promise.all(
    names.map(async (name, index) => {
      const blob = await (await cache.match(`${PATH}/${index}`))?.blob()
      return blob ? [new File([blob], String(name), { type: blob.type })] : []
    }),
  )
  return { text: textOf(text), files: found.flat() }
}

/** What a phone's share sheet sends besides files. Each part may be empty. */
interface SharedText {
  readonly title: string
  readonly text: string
  readonly url: string
}

/** One text for the composer, in lines. Apps often repeat a part in another one: it is taken once. */
export function textOf({ title, text, url }: SharedText): string {
  const parts = [title, text, url].map((part) => part.replaceAll('\0', '').trim())
  const isNeeded = (part: string, index: number) =>
    part !== '' && !parts.some((other, at) => other.includes(part) && (other.length > part.length || at < index))
  return parts.filter(isNeeded).join('\n')
}

/** The text of a draft with what was shared below it. */
export function appended(content: string, shared: string): string {
  if (shared === '') return content
  return isBlank(content) ? shared : `${content.trimEnd()}\n\n${shared}`
}
