type Press = Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Safari sends the Enter that ends a composition after its end: only the code tells that it is none of ours. */
const TAKEN = 229

/** Whether an input method takes the key, to compose a text. Every handler of keys asks, by this or one of the next two. */
export const isTaken = ({ isComposing, keyCode }: Press): boolean => isComposing || keyCode === TAKEN

/** Whether the key is pressed alone. Shift counts only for keys that mean the same with it. */
export const isAlone = (event: Press): boolean => !(event.ctrlKey || event.metaKey || event.altKey || isTaken(event))

/** Control or Command with Enter: sends what is written. */
export const isSendKey = (event: Press): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isTaken(event)
