import { useEffect } from 'react'
import { createStore, useStore } from '../../store.ts'

/** Whether this browser lets Quack show notifications; 'default' until the member has answered. */
const permission = createStore(readPermission())

function readPermission(): NotificationPermission {
  return 'Notification' in window ? Notification.permission : 'denied'
}

const update = () => permission.set(readPermission())

// The member may change it in the browser's settings. Some browsers do not say so: it is read again wherever it is shown.
navigator.permissions
  ?.query({ name: 'notifications' })
  .then((status) => status.addEventListener('change', update))
  .catch(() => undefined)

export function usePermission(): NotificationPermission {
  useEffect(update, [])
  return useStore(permission)
}

/** Asks, unless the member has answered before. Only directly after a tap: browsers ignore it otherwise. */
export async function askPermission(): Promise<NotificationPermission> {
  await Notification.requestPermission()
  update()
  return permission.get()
}
