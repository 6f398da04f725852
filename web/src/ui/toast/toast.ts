import { createListeners } from '../../store.ts'

/** Short messages that disappear by themselves. Toaster renders them. */

export interface ToastMessage {
  id: number
  kind: 'success' | 'error'
  text: string
  action?: ToastAction | undefined
}

/** A button in a toast. It is a shortcut: what it does must be possible elsewhere too. */
export interface ToastAction {
  label: string
  run: () => void
}

const messages = createListeners<[message: ToastMessage]>()
let lastId = 0

function publish(kind: ToastMessage['kind'], text: string, action?: ToastAction) {
  lastId += 1
  messages.notify({ id: lastId, kind, text, action })
}

export const toast = {
  success: (text: string, action?: ToastAction) => publish('success', text, action),
  error: (text: string) => publish('error', text),
}

export const subscribeToToasts = messages.subscribe
