import { useSyncExternalStore } from 'react'
import { createListeners } from '../../store.ts'

/** `system` follows the system's preference. start/apply-theme.ts applies the stored theme before the first paint. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'theme'
const changes = createListeners()

function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Storage may be blocked. The choice then lasts until the page is closed.
  }
  changes.notify()
}

export function useTheme(): Theme {
  return useSyncExternalStore(changes.subscribe, readTheme)
}

/** The next theme in the cycle. */
export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
}
