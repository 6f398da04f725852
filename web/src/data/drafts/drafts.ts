import type { UploadedMedia, WhoMayComment } from '@quack/contract'
import { useSyncExternalStore } from 'react'
import { createListeners } from '../../store.ts'
import { memberKey, oldMemberKey, UNSENT_NAMES } from '../api/member-key.ts'
import { getSession, memberOfSession, onSessionChange, onSignOut } from '../api/session.ts'
import type { PostBody, PostVersion } from '../offline/outbox-entry.ts'
import { type Cover, type Quoted, readQuoted } from '../offline/quoted.ts'
import { fileKind } from '../uploads/upload-options.ts'

/**
 * Unsent text and media, in local storage per member. A draft survives closing the form, a failed request, a reload and
 * a log-out, after which its member alone finds it again; that of a guest does not. It is removed when it is sent or
 * discarded, and some time after the member has left (offline/left-members.ts).
 */
export interface Draft {
  content: string
  /** The language that the author has chosen, a BCP 47 tag; empty for none. Without it, it is guessed on sending. */
  lang?: string | undefined
  /** Pictures in their order, or one video. */
  attached: readonly Attachment[]
  /** Who may comment on a new post; absent for everyone. */
  whoMayComment?: WhoMayComment | undefined
  /** The post that a new post quotes, as it is shown. */
  quote?: Quoted | undefined
  /** What covers the post. Present, but empty, while the author only thinks of it. */
  cover?: Pick<Cover, 'warning' | 'sensitive'> | undefined
  poll?: DraftPoll | undefined
  /** What an edit was made on. */
  basedOn?: Basis | undefined
  /** The post below which this is a comment, or an edit of one. */
  below?: string | undefined
  /** The last attempt to send. A retry of the same content (`of`) must use the same idempotency key. */
  attempt?: { key: string; of: string; lang?: string | undefined }
}

/** As it is sent, but unfinished. Without `seconds`, it ends as before. */
export type DraftPoll = NonNullable<PostBody['poll']> & { ended?: true | undefined }

/** A picture or video of a draft. Without `media`, it is not uploaded yet. */
export interface Attachment {
  /** Stays the same in another place. */
  id: string
  type: 'image' | 'video'
  /** Its description. */
  alt: string
  media?: DraftMedia
  /** The name of its file, which is kept on this device until it is uploaded. */
  file?: string | undefined
}

type Optional =
  | 'furtherPictures'
  | 'lang'
  | 'warning'
  | 'sensitive'
  | 'pollVersion'
  | 'pollMayChange'
  | 'pollShowResults'
type Basis = Omit<PostVersion, Optional> & Partial<Pick<PostVersion, Optional>>

/** Uploaded media. The size is unknown for some posts that were loaded for editing. */
export type DraftMedia = Pick<UploadedMedia, 'url' | 'type'> &
  Partial<Pick<UploadedMedia, 'width' | 'height' | 'preview' | 'poster' | 'animated' | 'state'>>

export const EMPTY_DRAFT: Draft = { content: '', attached: [] }

const loaded = new Map<string, Draft | null>()
/** The keys of drafts that the browser could not store. They last until the page is closed. */
const unstored = new Set<string>()
const changes = createListeners()

/** Begins the local storage keys of a member's drafts. */
function prefixOf(member: string): string {
  return `${UNSENT_NAMES.draft}${member}:`
}

/** The local storage key of a draft. Null for visitors, who have none. */
export function draftKey(name: string, member = memberOfSession()): string | null {
  return member === null ? null : prefixOf(member) + name
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
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Draft> & OldDraft
    const { content, lang, attached = attachedOf(stored), whoMayComment, cover, poll, basedOn, below, attempt } = stored
    if (typeof content !== 'string') return null
    const quote = readQuoted(stored.quote)
    return {
      content,
      lang,
      attached,
      whoMayComment,
      quote,
      cover,
      poll,
      basedOn,
      below,
      ...(attempt ? { attempt } : {}),
    }
  } catch {
    return null
  }
}

/** What a draft of an earlier release has of its one picture or video. */
interface OldDraft {
  media?: DraftMedia | null
  file?: string
  alt?: string
}

function attachedOf({ media, file, alt = '' }: OldDraft): Attachment[] {
  if (file !== undefined) return [{ id: '', type: fileKind({ type: '', name: file }) ?? 'video', alt, file }]
  return media ? [{ id: '', type: media.type === 'image' ? 'image' : 'video', alt, media }] : []
}

function store(key: string, draft: Draft | null): void {
  loaded.set(key, draft)
  unstored.delete(key)
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft))
    else localStorage.removeItem(key)
  } catch {
    // Storage is full or blocked.
    if (draft) unstored.add(key)
  }
  changes.notify()
}

export function getDraft(name: string): Draft | null {
  const key = draftKey(name)
  return key === null ? null : load(key)
}

/** Changes a draft. Creates it from `start` if there is none. */
export function updateDraft(
  name: string,
  change: Partial<Draft>,
  start: Draft = EMPTY_DRAFT,
  member = memberOfSession(),
): void {
  const key = draftKey(name, member)
  if (key === null) return
  const next = { ...(load(key) ?? start), ...change }
  const { content, attached, whoMayComment, quote, cover, poll } = next
  const isBlank = content === '' && attached.length === 0 && !whoMayComment && !quote && !cover && !poll
  const isEmpty = start === EMPTY_DRAFT && isBlank
  store(key, isEmpty ? null : next)
}

/** Attaches something to a draft. @returns its id */
export function addAttachment(name: string, type: Attachment['type'], start: Draft = EMPTY_DRAFT): string {
  const id = newKey()
  updateDraft(name, { attached: [...(getDraft(name) ?? start).attached, { id, type, alt: '' }] }, start)
  return id
}

/** Changes what is attached to a draft; null removes it. Nothing happens if it is gone. */
export function updateAttachment(
  name: string,
  id: string,
  change: Partial<Attachment> | null,
  start: Draft = EMPTY_DRAFT,
  member = memberOfSession(),
): void {
  const key = draftKey(name, member)
  const { attached } = (key === null ? null : load(key)) ?? start
  if (!attached.some((each) => each.id === id)) return
  const next = attached.flatMap((each) => (each.id !== id ? [each] : change ? [{ ...each, ...change }] : []))
  updateDraft(name, { attached: next }, start, member)
}

/** @param member who has sent or discarded it: after a request, the viewer may be another one */
export function clearDraft(name: string, member = memberOfSession()): void {
  const key = draftKey(name, member)
  if (key !== null) store(key, null)
}

export function useDraft(name: string): Draft | null {
  return useSyncExternalStore(subscribe, () => getDraft(name))
}

/** Whether there is a draft below this post, of those that a form on this page has shown. */
export function useDraftBelow(postId: string | undefined): boolean {
  return useSyncExternalStore(subscribe, () => {
    const own = draftKey('')
    if (postId === undefined || own === null) return false
    return [...loaded].some(([key, draft]) => draft?.below === postId && key.startsWith(own))
  })
}

function subscribe(listener: () => void): () => void {
  const stops = [changes.subscribe(listener), onSessionChange(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * The idempotency key for sending a draft, and its language. Both are reused if the same content was sent before and
 * may have arrived.
 * @param guess the language, if the author has chosen none
 */
export function attemptOf(
  name: string,
  { content, lang, attached, whoMayComment, quote, cover, poll }: Draft,
  guess?: string,
): { key: string; lang?: string | undefined } {
  const [first = ['', ''], ...further] = attached.map(({ media, alt }) => [media?.url ?? '', alt])
  const rest = [
    ...(whoMayComment ? [whoMayComment] : []),
    ...(further.length > 0 ? [further] : []),
    ...(quote ? [{ quote: quote._id }] : []),
    ...(cover ? [{ cover }] : []),
    ...(poll ? [{ poll }] : []),
    ...(lang !== undefined ? [{ lang }] : []),
  ]
  const of = JSON.stringify([content, ...first, ...rest])
  const draft = getDraft(name)
  if (draft?.attempt?.of === of) return draft.attempt
  const attempt = { key: newKey(), of, lang: lang ?? guess }
  updateDraft(name, { content, attached, attempt })
  return attempt
}

export const attemptKey = (name: string, draft: Draft): string => attemptOf(name, draft).key

/** 128 random bits. Not crypto.randomUUID, which browsers disable on plain HTTP. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function storedKeys(member: string): string[] {
  const own = prefixOf(member)
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(own))
  } catch {
    // Storage is blocked, so nothing was stored.
    return []
  }
}

function countDrafts(): number {
  const member = memberOfSession()
  if (member === null) return 0
  const own = prefixOf(member)
  return new Set([...storedKeys(member), ...[...unstored].filter((key) => key.startsWith(own))]).size
}

/** How many drafts of the viewer are on this device. */
export function useDraftCount(): number {
  return useSyncExternalStore(subscribe, countDrafts)
}

/** Deletes all drafts of a member. */
export function deleteDrafts(member: string): void {
  const own = prefixOf(member)
  for (const keys of [loaded, unstored]) for (const key of keys.keys()) if (key.startsWith(own)) keys.delete(key)
  for (const key of storedKeys(member)) localStorage.removeItem(key)
  changes.notify()
}

/** Earlier releases named the member of a draft by the username. They become the viewer's under the id. */
function adoptDrafts(): void {
  const session = getSession()
  if (!session) return
  const [old, member] = [oldMemberKey(session.username), memberKey(session)]
  if (old === member) return
  for (const key of storedKeys(old)) {
    const text = localStorage.getItem(key) ?? ''
    const name = prefixOf(member) + key.slice(prefixOf(old).length)
    // First, because there may be no room for both.
    localStorage.removeItem(key)
    try {
      if (localStorage.getItem(name) === null) localStorage.setItem(name, text)
    } catch {
      localStorage.setItem(key, text)
    }
  }
}

onSessionChange(() => {
  // Another tab may have deleted them.
  for (const key of loaded.keys()) if (!unstored.has(key)) loaded.delete(key)
  adoptDrafts()
})
adoptDrafts()

onSignOut(({ username, member, keepsUnsent }) => {
  if (keepsUnsent) return
  for (const name of new Set([member, oldMemberKey(username)])) deleteDrafts(name)
})

/** The name of the draft of a new post. The form on Home and the dialog share it. */
export const NEW_POST_DRAFT = 'post'

const wanted = createListeners<[quote: Quoted]>()

/** Calls back when the dialog is to be opened for a post that quotes another. @returns a function that unsubscribes */
export const onQuoteWanted = wanted.subscribe
/** Opens the dialog for a new post that quotes this one. */
export const quotePost = wanted.notify
