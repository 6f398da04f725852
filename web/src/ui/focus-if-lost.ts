/** Focuses an element that takes the place of what had the focus, unless the member has moved on meanwhile. */
export function focusIfLost(element: HTMLElement | null, options?: FocusOptions): void {
  if (document.activeElement === document.body) element?.focus(options)
}
