import { createListeners } from '../../store.ts'

/** Short messages that disappear by themselves. Toaster renders them. */

export interface ToastMessage {
  id: number
  kind: 'success' | 'error'
  text: string
}

const messages = createListeners<[message: ToastMessage]>()
let lastId = 0

function publish(kind: ToastMessage['kind'], text: string) {
  lastId += 1
  messages.notify({ id: lastId, kind, text })
}

export const toast = {
  success: (text: string) => publish('success', text),
  error: (text: string) => publish('error', text),
}

export const subscribeToToasts = messages.subscribe
