import type { UploadedMedia, WhoMayComment } from '@quack/contract'
import { useSyncExternalStore } from 'react'
import { createListeners } from '../../store.ts'
import { getSession, onSessionChange, onSignOut } from '../api/session.ts'

/**
 * Unsent text and media, in local storage per member. A draft survives closing the form, a failed request and a reload.
 * It is removed when it is sent or discarded, and when the member logs out without keeping it.
 */
export interface Draft {
  content: string
  media: DraftMedia | null
  /** The name of a file that is not uploaded yet, and is kept on this device until the network is back. */
  file?: string | undefined
  /** The description of the media. */
  alt?: string
  /** Who may comment on a new post; absent for everyone. */
  whoMayComment?: WhoMayComment | undefined
  /** What an edit was made on. */
  basedOn?: { content: string; mediaUrl: string; alt: string } | undefined
  /** The last attempt to send. A retry of the same content (`of`) must use the same idempotency key. */
  attempt?: { key: string; of: string }
}

/** Uploaded media. The size is unknown for some posts that were loaded for editing. */
export type DraftMedia = Pick<UploadedMedia, 'url' | 'type'> &
  Partial<Pick<UploadedMedia, 'width' | 'height' | 'preview' | 'poster' | 'state'>>

export const EMPTY_DRAFT: Draft = { content: '', media: null }
const PREFIX = 'draft:'

const loaded = new Map<string, Draft | null>()
const changes = createListeners()

function storageKey(name: string): string {
  return `${PREFIX}${getSession()?.username.toLowerCase() ?? ''}:${name}`
}

function load(key: string): Draft | null {
  const known = loaded.get(key)
  if (known !== undefined) return known
  const draft = parse(key)
  loaded.set(key, draft)
  return draft
}

function parse(key: string): Draft | null {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Draft>
    const { content, media, file, alt, whoMayComment, basedOn, attempt } = stored
    if (typeof content !== 'string') return null
    const rest = { whoMayComment, basedOn, ...(attempt ? { attempt } : {}) }
    return { content, media: media ?? null, file, alt: alt ?? '', ...rest }
  } catch {
    return null
  }
}

function store(key: string, draft: Draft | null): void {
  loaded.set(key, draft)
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft))
    else localStorage.removeItem(key)
  } catch {
    // Storage is full or blocked: the draft then lasts until the page is closed.
  }
  changes.notify()
}

export function getDraft(name: string): Draft | null {
  return load(storageKey(name))
}

/** Changes a draft. Creates it from `start` if there is none. */
export function updateDraft(name: string, change: Partial<Draft>, start: Draft = EMPTY_DRAFT): void {
  const key = storageKey(name)
  const next = { ...(load(key) ?? start), ...change }
  const isBlank = next.content === '' && next.media === null && !next.file && !next.whoMayComment
  const isEmpty = start === EMPTY_DRAFT && isBlank
  store(key, isEmpty ? null : next)
}

export function clearDraft(name: string): void {
  store(storageKey(name), null)
}

export function useDraft(name: string): Draft | null {
  return useSyncExternalStore(subscribe, () => getDraft(name))
}

function subscribe(listener: () => void): () => void {
  const stops = [changes.subscribe(listener), onSessionChange(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The idempotency key for sending a draft. Reused if the same content was sent before and may have arrived. */
export function attemptKey(name: string, { content, media, alt = '', whoMayComment }: Draft): string {
  const of = JSON.stringify([content, media?.url ?? '', alt, ...(whoMayComment ? [whoMayComment] : [])])
  const draft = getDraft(name)
  if (draft?.attempt?.of === of) return draft.attempt.key
  const key = newKey()
  updateDraft(name, { content, media, alt, attempt: { key, of } })
  return key
}

/** 128 random bits. Not crypto.randomUUID, which browsers disable on plain HTTP. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The local storage keys of a member's drafts. */
export function draftKeys(username: string): string[] {
  const own = `${PREFIX}${username.toLowerCase()}:`
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(own))
  } catch {
    // Storage is blocked, so nothing was stored.
    return []
  }
}

// Another tab may have deleted them.
onSessionChange(() => loaded.clear())

onSignOut((username, keepsDrafts) => {
  if (keepsDrafts) return
  for (const key of draftKeys(username)) localStorage.removeItem(key)
  changes.notify()
})
