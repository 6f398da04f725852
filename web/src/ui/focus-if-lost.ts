/** Focuses an element that takes the place of what had the focus, unless the member has moved on meanwhile. */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) element?.focus()
}
