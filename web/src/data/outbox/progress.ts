import { useStore } from '../../store.ts'
import { createMemberStore } from '../api/member-state.ts'

/** The upload of an entry's file, in percent. */
interface Progress {
  id: number
  percent: number
}

const progress = createMemberStore<Progress | null>(null)

export const showProgress = progress.set

/** How much of an entry's file has been uploaded in this tab, or null while that does not go on. */
export function useProgress(id: number): number | null {
  return useStore(progress, (running) => (running?.id === id ? running.percent : null))
}
