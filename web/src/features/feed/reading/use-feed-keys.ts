import { useEffect, useRef } from 'react'
import { isAlone, keyOf } from '../../../ui/keys.ts'

/** Where keys have another meaning. */
const TAKES_KEYS =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Runs an action for a key that is pressed alone, outside of text fields and popups. */
export function useFeedKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const [target] = event.composedPath()
      const action = latest.current[keyOf(event) ?? '']
      if (!action || !isAlone(event) || event.defaultPrevented) return
      if (target instanceof Element && target.closest(TAKES_KEYS)) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
