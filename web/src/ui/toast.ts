/** Short messages that disappear by themselves. Toaster renders them. */

export interface ToastMessage {
  id: number
  kind: 'success' | 'error'
  text: string
}

type Listener = (message: ToastMessage) => void

const listeners = new Set<Listener>()
let lastId = 0

function publish(kind: ToastMessage['kind'], text: string) {
  lastId += 1
  for (const listener of listeners) listener({ id: lastId, kind, text })
}

export const toast = {
  success: (text: string) => publish('success', text),
  error: (text: string) => publish('error', text),
}

export function subscribeToToasts(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
