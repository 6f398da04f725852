/** How much of a video, or of the screen by it, must be in view for it to play. */
const MOSTLY = 0.6
const STEPS = [0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 1]

interface Watched {
  isInView: boolean
  /** Stopped by the person; it stays so until it has been out of view. */
  isStoppedByUser: boolean
}

const watched = new Map<HTMLVideoElement, Watched>()
/** Paused by us and not by the person; the event comes later. */
const pausedByUs = new WeakSet<HTMLVideoElement>()

/**
 * Plays videos while they are mostly in view, muted, and never more than one. A person who wants less motion or less
 * data starts them by hand; those stop as well when they leave the view, or when another starts.
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
  // One that is taller than the screen can never be in view as a whole.
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

/** Starts the first that may play, if none does. */
function choose(): void {
  if (!mayPlayUnasked() || [...watched.keys()].some((video) => !video.paused)) return
  const inOrder = [...watched].sort(([a], [b]) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
  const [next] = inOrder.find(([, { isInView, isStoppedByUser }]) => isInView && !isStoppedByUser) ?? []
  if (!next) return
  next.muted = true
  // A browser may refuse, or something stop it before it has begun: it then waits for the person.
  next.play().catch(() => undefined)
}

function stop(video: HTMLVideoElement): void {
  if (video.paused) return
  pausedByUs.add(video)
  video.pause()
}

function mayPlayUnasked(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches && connection?.saveData !== true
}

if (typeof document !== 'undefined') {
  // Whichever starts, by hand or by us, in a post or in a form: all others stop.
  document.addEventListener(
    'play',
    ({ target }) => {
      for (const video of document.querySelectorAll('video')) if (video !== target) stop(video)
    },
    { capture: true },
  )
}
