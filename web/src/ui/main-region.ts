/** The id of the element that holds a screen's own content: every screen has one, and only one. */
export const MAIN_ID = 'main'

/** Starts the focus at the page's content: after a change of page, or when what had the focus is gone for good. */
export function focusMain(): void {
  document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
}
