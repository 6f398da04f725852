import { t } from '@lingui/core/macro'
import type { PushDevice } from '@quack/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createStore, useStore } from '../../store.ts'
import { call } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { createMemberStore } from '../api/member-state.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { invalidate } from '../cache/read-again.ts'
import { registerServiceWorker } from '../code/service-worker.ts'
import { leavePush } from './leave-push.ts'
import { sendSubscription } from './tell-server.ts'

/** The browser could not subscribe at its push service. */
export class PushServiceError extends Error {
  override readonly name = 'PushServiceError'

  constructor(cause: unknown) {
    super(t`Your browser cannot reach its push service now. Check your connection and try again.`, { cause })
  }
}

/** Whether this browser is subscribed; undefined until it has said so. */
const subscribed = createMemberStore<boolean | undefined>(undefined)

async function update(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  subscribed.set(!!(await registration?.pushManager.getSubscription()))
}

/** For browsers that support push messages. */
export function useIsSubscribed(): boolean | undefined {
  useEffect(() => {
    update().catch(() => subscribed.set(false))
  }, [])
  return useStore(subscribed)
}

/** The devices of the viewer that get push messages, newest first. Fetched on every mount. */
export function usePushDevices() {
  return useQuery({
    queryKey: queryKeys.push,
    queryFn: async ({ signal }) => (await call('GET /api/push', {}, { signal })).devices,
    staleTime: 0,
  })
}

async function updateAll(): Promise<void> {
  await Promise.all([update(), invalidate({ queryKey: queryKeys.push })])
}

/**
 * Subscribes this device, after a tap of the member.
 * @returns what the member has allowed: only if it is 'granted', the device is subscribed
 * @throws PushServiceError, or what `call` throws
 */
export async function turnOnPush(): Promise<NotificationPermission> {
  // Before anything that takes time: browsers want the question directly after the tap.
  const permission = await askPermission()
  if (permission !== 'granted') return permission
  try {
    const { publicKey } = await call('GET /api/push', {})
    const subscription = await subscribe(publicKey)
    try {
      await sendSubscription(subscription, publicKey)
    } catch (error) {
      await subscription.unsubscribe()
      throw error
    }
  } finally {
    await updateAll()
  }
  return permission
}

async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  await registerServiceWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  // One that the server does not know any more, or that belongs to another key.
  await (await pushManager.getSubscription())?.unsubscribe()
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  } catch (error) {
    throw new PushServiceError(error)
  }
}

/** Ends the push messages of a device. This one also ends its own subscription, so that none can arrive. */
export async function removePushDevice({ _id, current }: Pick<PushDevice, '_id' | 'current'>): Promise<void> {
  try {
    await Promise.all([current && leavePush(), call('DELETE /api/push/devices/:id', { params: { id: _id } })])
  } catch (error) {
    if (!isRefusal(error, 'pushDeviceUnknown')) throw error
  } finally {
    await updateAll()
  }
}

/** Whether this browser lets Quack show notifications; 'default' until the member has answered. */
const permission = createStore(readPermission())

function readPermission(): NotificationPermission {
  return typeof Notification === 'undefined' ? 'denied' : Notification.permission
}

const updatePermission = () => permission.set(readPermission())

// The member may change it in the browser's settings. Some browsers do not say so: it is read again where it is shown.
navigator.permissions
  ?.query({ name: 'notifications' })
  .then((status) => status.addEventListener('change', updatePermission))
  .catch(() => undefined)

export function usePermission(): NotificationPermission {
  useEffect(updatePermission, [])
  return useStore(permission)
}

/** Asks, unless the member has answered before. Only directly after a tap: browsers ignore it otherwise. */
async function askPermission(): Promise<NotificationPermission> {
  await Notification.requestPermission()
  updatePermission()
  return permission.get()
}

/** What a browser says about itself. */
interface Browser {
  readonly hasPush: boolean
  readonly userAgent: string
  readonly touchPoints: number
  /** Whether Quack runs as an installed app. */
  readonly isInstalled: boolean
}

/** `toInstall`: iPhones and iPads have push messages for installed apps only. */
export type PushSupport = 'supported' | 'toInstall' | 'missing'

export function supportOf({ hasPush, userAgent, touchPoints, isInstalled }: Browser): PushSupport {
  if (hasPush) return 'supported'
  // An iPad says that it is a Mac, which has no touch screen.
  const isPhone = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1)
  return isPhone && !isInstalled ? 'toInstall' : 'missing'
}

export function pushSupport(): PushSupport {
  return supportOf({
    // Without TLS there is no service worker.
    hasPush: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    isInstalled: matchMedia('(display-mode: standalone)').matches,
  })
}
