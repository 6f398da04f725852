import { MAIN_ID } from '../../app/use-arrival.ts'

/** Keeps a keyboard in the page when what had the focus is gone for good. */
export function focusMain(): void {
  document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
}
