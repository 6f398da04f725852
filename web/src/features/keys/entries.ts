import { matchPath } from 'react-router'
import { patterns } from '../../paths.ts'
import { MAIN_ID } from '../../ui/focus.ts'

/** A post, a comment, a notification, a member or tag in a list: what `j` and `k` move between. */
const ENTRY = 'article, [data-entry]'
/** How long an entry or a field may take to appear, in milliseconds. */
const PATIENCE_MS = 3_000
/** In so many frames after a jump, a virtual list may still measure its rows, and move them. */
const FRAMES = 4

const isPostPage = () => [patterns.post, patterns.branch].some((pattern) => matchPath(pattern, location.pathname))
const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })

/**
 * The entries that are rendered, from the top. Comments only on the page of their post: elsewhere they are part of it.
 */
function renderedEntries(): HTMLElement[] {
  const all = document.getElementById(MAIN_ID)?.querySelectorAll<HTMLElement>(ENTRY) ?? []
  return [...all].filter((each) => isShown(each) && (isPostPage() || !each.parentElement?.closest(ENTRY)))
}

/** The part of the window that no bar covers, in pixels from its top. */
function view(): { top: number; bottom: number } {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  return { top: Number.parseFloat(scrollPaddingTop), bottom: innerHeight - Number.parseFloat(scrollPaddingBottom) }
}

/**
 * Whether some of it is in view. What was scrolled away is not what the member means. A pixel may be lost to rounding.
 */
function isSeen(entry: Element): boolean {
  const { top, bottom } = entry.getBoundingClientRect()
  return bottom >= view().top - 1 && top <= view().bottom + 1
}

/** The entry on which a key acts: the one with the focus, or the post of a post's page. */
export function currentEntry(): Element | null {
  const focused = document.activeElement?.closest(ENTRY)
  if (focused && isSeen(focused)) return focused
  return isPostPage() ? (renderedEntries()[0] ?? null) : null
}

/** What `keyed` (ui/keys.ts) has marked within an element. What is in a further entry belongs to that. */
export function controlIn(element: Element, key: string, tag = ''): HTMLElement | undefined {
  const entry = element.closest(ENTRY)
  const all = element.querySelectorAll<HTMLElement>(`${tag}[data-key="${key}"]`)
  return [...all].find((each) => isShown(each) && (!entry || each.closest(ENTRY) === entry))
}

/**
 * Moves to the next entry, or the one before. Without one that has the focus, to the first in view, or the last above
 * it.
 */
export function moveBy(step: 1 | -1): void {
  // The innermost: a comment is within its post.
  const focused = renderedEntries().findLast((each) => each.contains(document.activeElement))
  const from = focused && isSeen(focused) ? focused : null
  const next = () => {
    const entries = renderedEntries()
    const at = from ? entries.indexOf(from) : -1
    if (from) return at < 0 ? undefined : entries[at + step]
    // At the top of the page, all of them are, however little space is above the first one.
    const isBelow = (each: Element) => scrollY <= 0 || each.getBoundingClientRect().top >= view().top - 1
    if (step > 0) return entries.find(isBelow) ?? entries.at(-1)
    return entries.findLast((each) => !isBelow(each))
  }
  const found = next()
  if (found) focusEntry(found)
  if (found || !from) return
  // A list renders what is near the window: where the next one has to be.
  const { top, bottom } = from.getBoundingClientRect()
  window.scrollBy(0, step > 0 ? bottom - view().top : top - view().bottom)
  whenThere(next, focusEntry)
}

let described = 0

function focusEntry(entry: HTMLElement): void {
  entry.tabIndex = -1
  // Its name is that of its author alone.
  const words = [...entry.querySelectorAll('p[dir="auto"]')].find((each) => each.closest(ENTRY) === entry)
  if (words) {
    words.id ||= `words-${++described}`
    entry.setAttribute('aria-describedby', words.id)
  }
  entry.focus({ preventScroll: true })
  bringIntoView(entry)
}

/** At the top, unless all of it is in view. */
function bringIntoView(entry: Element, frames = FRAMES): void {
  const { top, bottom } = entry.getBoundingClientRect()
  if (top < view().top - 1 || bottom > view().bottom + 1) entry.scrollIntoView({ block: 'start' })
  if (frames > 0) waiting = requestAnimationFrame(() => bringIntoView(entry, frames - 1))
}

let waiting = 0

/** Another key is pressed, or the reader moves: nothing is waited for any more. */
export function stopWaiting(): void {
  cancelAnimationFrame(waiting)
}

for (const move of ['wheel', 'touchstart', 'pointerdown']) window.addEventListener(move, stopWaiting, { passive: true })

/** Calls back with an element as soon as it is there. */
export function whenThere<Found>(
  find: () => Found | undefined,
  then: (found: Found) => void,
  end = performance.now() + PATIENCE_MS,
) {
  const found = find()
  if (found) then(found)
  else if (performance.now() < end) waiting = requestAnimationFrame(() => whenThere(find, then, end))
}
