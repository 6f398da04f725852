import { useEffect, useEffectEvent } from 'react'
import { isAlone, keyOf } from '../../../ui/keys.ts'

/** Where keys have another meaning. */
const TAKES_KEYS =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Runs an action for a key that is pressed alone, outside of text fields and popups. */
export function useFeedKeys(actions: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const [target] = event.composedPath()
    const action = actions[keyOf(event) ?? '']
    if (!action || !isAlone(event) || event.defaultPrevented) return
    if (target instanceof Element && target.closest(TAKES_KEYS)) return
    if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
