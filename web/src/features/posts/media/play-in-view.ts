import { REDUCED_MOTION } from '@quack/contract/rules/pictures'

/** The share of a video that must be in view, or of the screen that it must cover, for it to play. */
const MOSTLY = 0.6
const STEPS = [0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 1]

interface Watched {
  isInView: boolean
  /** Stopped by the user. Reset when the video leaves the view. */
  isStoppedByUser: boolean
}

const watched = new Map<HTMLVideoElement, Watched>()
/** Videos paused by this module, to tell their asynchronous `pause` event from the user's. */
const pausedByUs = new WeakSet<HTMLVideoElement>()

/**
 * Plays videos while they are mostly in view, muted, and never more than one. With reduced motion or reduced data, the
 * user starts them. All stop when they leave the view, or when another one starts.
 */
export function watchVideo(video: HTMLVideoElement): () => void {
  watched.set(video, { isInView: false, isStoppedByUser: false })
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) note(video, isMostlyInView(entry))
    },
    { threshold: STEPS },
  )
  observer.observe(video)
  const onPause = () => {
    const state = watched.get(video)
    if (!pausedByUs.delete(video) && state) state.isStoppedByUser = true
  }
  video.addEventListener('pause', onPause)
  return () => {
    observer.disconnect()
    video.removeEventListener('pause', onPause)
    watched.delete(video)
    stop(video)
    choose()
  }
}

function isMostlyInView({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
  // A video taller than the screen can never be fully in view.
  const ofScreen = rootBounds ? intersectionRect.height / rootBounds.height : 0
  return intersectionRatio >= MOSTLY || ofScreen >= MOSTLY
}

function note(video: HTMLVideoElement, isInView: boolean): void {
  const state = watched.get(video)
  if (!state || state.isInView === isInView) return
  state.isInView = isInView
  if (!isInView) {
    stop(video)
    state.isStoppedByUser = false
  }
  choose()
}

/** Starts the topmost video that may play, if none is playing. */
function choose(): void {
  if (!mayPlayUnasked() || [...watched.keys()].some((video) => !video.paused)) return
  const inOrder = [...watched].sort(([a], [b]) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
  const [next] = inOrder.find(([, { isInView, isStoppedByUser }]) => isInView && !isStoppedByUser) ?? []
  if (!next) return
  next.muted = true
  // Rejects if the browser forbids it, or if it is paused before it starts. The user can still start it.
  next.play().catch(() => undefined)
}

function stop(video: HTMLVideoElement): void {
  if (video.paused) return
  pausedByUs.add(video)
  video.pause()
}

function mayPlayUnasked(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return !window.matchMedia(REDUCED_MOTION).matches && connection?.saveData !== true
}

if (typeof document !== 'undefined') {
  // When any video starts, in a post or a form, all others stop.
  document.addEventListener(
    'play',
    ({ target }) => {
      for (const video of document.querySelectorAll('video')) if (video !== target) stop(video)
    },
    { capture: true },
  )
}
