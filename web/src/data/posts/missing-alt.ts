import { useStore } from '../../store.ts'
import { createMemberStore } from '../api/member-state.ts'

/** Ids of posts made since the page load whose media have no description. Not stored. */
const ids = createMemberStore<ReadonlySet<string>>(new Set())

export function addMissingAlt(id: string): void {
  ids.set(new Set([...ids.get(), id]))
}

export function dismissMissingAlt(id: string): void {
  ids.set(new Set([...ids.get()].filter((entry) => entry !== id)))
}

export function useIsMissingAlt(id: string): boolean {
  return useStore(ids, (missing) => missing.has(id))
}
