import { useMemo, useSyncExternalStore } from 'react'
import { createListeners } from '../../store.ts'
import { KEPT_NAMES } from '../api/member-key.ts'
import { memberOfSession, onSessionChange, onSignOut } from '../api/session.ts'

/** What the member has searched for on this device, the latest first, in local storage. Removed when they log out. */
const KEPT_MAX = 10

const changes = createListeners()

const keyOf = (member: string): string => KEPT_NAMES.searches + member
const ownKey = (): string => keyOf(memberOfSession() ?? '')

/** Not kept in memory: another tab may have changed it, or logged out. */
function readStored(): string {
  try {
    return localStorage.getItem(ownKey()) ?? ''
  } catch {
    // Storage is blocked, so nothing was stored.
    return ''
  }
}

function parse(stored: string): string[] {
  try {
    const list: unknown = JSON.parse(stored)
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string').slice(0, KEPT_MAX) : []
  } catch {
    return []
  }
}

function store(searches: readonly string[], key = ownKey()): void {
  try {
    if (searches.length > 0) localStorage.setItem(key, JSON.stringify(searches))
    else localStorage.removeItem(key)
  } catch {
    // Storage is full or blocked: nothing is remembered.
  }
  changes.notify()
}

/** The latest first. */
export function readRecentSearches(): string[] {
  return parse(readStored())
}

export function rememberSearch(text: string): void {
  store([text, ...readRecentSearches().filter((each) => each !== text)].slice(0, KEPT_MAX))
}

export function forgetSearch(text: string): void {
  store(readRecentSearches().filter((each) => each !== text))
}

export function forgetSearches(): void {
  store([])
}

export function useRecentSearches(): readonly string[] {
  const stored = useSyncExternalStore(subscribe, readStored)
  return useMemo(() => parse(stored), [stored])
}

function subscribe(listener: () => void): () => void {
  const stops = [changes.subscribe(listener), onSessionChange(listener)]
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener('storage', listener)
    for (const stop of stops) stop()
  }
}

onSignOut(({ member }) => store([], keyOf(member)))
