type Press = Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Safari sends the Enter that ends a composition after its end: only the code tells that it is none of ours. */
const TAKEN = 229

/**
 * The key that is pressed; null if an input method takes it, to compose a text. No handler reads it elsewhere
 * (tools/src/key-handlers.test.ts).
 */
export const keyOf = ({ key, isComposing, keyCode }: Press): string | null =>
  isComposing || keyCode === TAKEN ? null : key

/** Whether a key is pressed without Control, Command and Alt. With or without Shift. */
export const isAlone = (event: Press): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || keyOf(event) === null)

/** Control or Command with Enter: sends what is written. */
export const isSendKey = (event: Press): boolean => keyOf(event) === 'Enter' && (event.ctrlKey || event.metaKey)

/** Where keys have another meaning: they are typed, or choose from a list. */
const TAKES_KEYS =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"]'
const DIALOGS = '[role="dialog"], [role="alertdialog"]'

/**
 * The part of the page on which a key acts: all of it, or the dialog that has the focus. Null where keys have another
 * meaning.
 */
export function scopeOf(event: KeyboardEvent): Element | null {
  const { target } = event
  if (!isAlone(event) || !(target instanceof Element) || target.closest(TAKES_KEYS)) return null
  return target.closest(DIALOGS) ?? (document.querySelector(DIALOGS) ? null : document.body)
}

/** In local storage, for this device: 'off' if keys of single characters do nothing. */
export const SINGLE_KEYS = 'single-keys'

/** Whether they act on the page. features/keys/keyboard-settings.tsx stores it. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS) !== 'off'
  } catch {
    // Storage may be blocked. The choice then lasts until the page is closed.
    return document.documentElement.dataset.singleKeys !== 'off'
  }
}

/** Marks a control that is pressed or focused by a key of features/keys/key-table.ts. */
export const keyed = (key: string) => ({ 'data-key': key, 'aria-keyshortcuts': areSingleKeysOn() ? key : undefined })
