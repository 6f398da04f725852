import { useEffect } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { paths } from '../../paths.ts'
import { isAlone, keyOf } from '../../ui/keys.ts'

/** For the address of a search: its field is focused on arrival, to go on typing. */
export const FOCUS_SEARCH = { focusSearch: true } as const

/** Whether the page was opened to type into its search field. Not after a reload or going back. */
export function useIsSearchFocused(): boolean {
  const state: unknown = useLocation().state
  const isPush = useNavigationType() === 'PUSH'
  return isPush && typeof state === 'object' && state !== null && 'focusSearch' in state
}

/** What `/` is typed into, or where keys have another meaning. */
const TAKES_KEYS =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** The `/` key focuses the search field of the screen. Without one it opens the page of searches. */
export function useSearchKey(): void {
  const navigate = useNavigate()
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const [target] = event.composedPath()
      if (keyOf(event) !== '/' || !isAlone(event) || event.defaultPrevented) return
      if (target instanceof Element && target.closest(TAKES_KEYS)) return
      event.preventDefault()
      const field = document.querySelector<HTMLInputElement>('input[data-search]')
      if (field?.checkVisibility()) field.focus()
      else void navigate(paths.search(), { state: FOCUS_SEARCH })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate])
}
