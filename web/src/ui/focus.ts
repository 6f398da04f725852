/** The id of a screen's main element. Every screen has exactly one, except the gallery. */
export const MAIN_ID = 'main'

/** Focuses the main element: after a page change, or when the focused element was removed. */
export function focusMain(): void {
  document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
}

/** Focuses an element that takes the place of what had the focus, unless the member has moved on meanwhile. */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) element?.focus()
}
