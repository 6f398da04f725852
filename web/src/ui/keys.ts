type Press = Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Safari sends the Enter that ends a composition after its end: only the code tells that it is none of ours. */
const TAKEN = 229

/**
 * The key that is pressed; null if an input method takes it, to compose a text. No handler reads it elsewhere
 * (tools/src/key-handlers.test.ts).
 */
export const keyOf = ({ key, isComposing, keyCode }: Press): string | null =>
  isComposing || keyCode === TAKEN ? null : key

/** Whether a key is pressed alone. Shift counts only for keys that mean the same with it. */
export const isAlone = (event: Press): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || keyOf(event) === null)

/** Control or Command with Enter: sends what is written. */
export const isSendKey = (event: Press): boolean => keyOf(event) === 'Enter' && (event.ctrlKey || event.metaKey)
