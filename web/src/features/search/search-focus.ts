import { useLocation, useNavigationType } from 'react-router'

/** For the address of a search: its field is focused on arrival, to go on typing. */
export const FOCUS_SEARCH = { focusSearch: true } as const

/** Whether the page was opened to type into its search field. Not after a reload or going back. */
export function useIsSearchFocused(): boolean {
  const state: unknown = useLocation().state
  const isPush = useNavigationType() === 'PUSH'
  return isPush && typeof state === 'object' && state !== null && 'focusSearch' in state
}
