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
