import { type ReactNode, useEffect, useState } from 'react'
import { loadCode } from '../data/code/load-code.ts'
import type { PressedKeys } from '../features/keys/keys.tsx'
import { areSingleKeysOn, keyOf, scopeOf } from '../ui/keys.ts'

/**
 * Keys of single characters, on every screen for members. Their code is loaded with the first key, which is not lost.
 * @returns what the keys show
 */
export function useKeys(): ReactNode {
  const [code, setCode] = useState<typeof import('../features/keys/keys.tsx') | null>(null)
  const [pressed] = useState<PressedKeys>(() => ({ waiting: [], take: null }))
  useEffect(() => {
    const load = () => {
      loadCode(() => import('../features/keys/keys.tsx')).then(setCode, () => {
        // The page works without them. The next key tries again.
        pressed.waiting = []
      })
    }
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || !areSingleKeysOn() || !scopeOf(event)) return
      // Firefox would open a search of its own.
      if (keyOf(event) === '/') event.preventDefault()
      if (pressed.take) return pressed.take(event)
      pressed.waiting.push(event)
      load()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [pressed])
  return code && <code.Keys pressed={pressed} />
}
