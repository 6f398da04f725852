import { useEffect, useState } from 'react'

interface Shown extends TooltipPosition {
  text: string
}

const DELAY_MS = 400

/**
 * The tooltip of elements with `data-tooltip`. `data-tooltip-side="end"` changes its side, and
 * `data-tooltip-below="1280"` limits it to windows narrower than that many pixels. The listeners are on the document,
 * because a feed has many buttons. It is hidden from assistive technology, and not shown on touch.
 */
export function TooltipLayer() {
  const [shown, setShown] = useState<Shown | null>(null)

  useEffect(() => {
    let timer = 0
    /** A pressed element shows no tooltip until another element was hovered or focused. */
    let pressed: Element | null = null
    const hide = () => {
      clearTimeout(timer)
      setShown(null)
    }
    const hostOf = (event: Event) =>
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tooltip]') : null
    const show = (event: Event, delay: number) => {
      const host = hostOf(event)
      hide()
      if (host && host === pressed) return
      pressed = null
      const text = host?.dataset.tooltip
      const isNeeded = window.innerWidth < Number(host?.dataset.tooltipBelow ?? Number.POSITIVE_INFINITY)
      if (host && text && isNeeded) timer = window.setTimeout(() => setShown({ text, ...placeTooltip(host) }), delay)
    }
    const onHover = (event: PointerEvent) => event.pointerType === 'mouse' && show(event, DELAY_MS)
    const onFocus = (event: FocusEvent) =>
      event.target instanceof Element && event.target.matches(':focus-visible') && show(event, 0)
    const onPress = (event: PointerEvent) => {
      hide()
      pressed = hostOf(event)
    }

    const stop = new AbortController()
    const options = { capture: true, passive: true, signal: stop.signal }
    document.addEventListener('pointerover', onHover, options)
    document.addEventListener('pointerdown', onPress, options)
    document.addEventListener('focusin', onFocus, options)
    document.addEventListener('focusout', hide, options)
    document.addEventListener('keydown', hide, options)
    document.addEventListener('scroll', hide, options)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [])

  if (!shown) return null
  return (
    <div
      aria-hidden="true"
      style={{ left: shown.left, top: shown.top, translate: shown.translate }}
      className="pointer-events-none fixed z-(--layer-popup) max-w-60 animate-appear rounded-md bg-ink px-2 py-1 text-ground text-small shadow-float"
    >
      {shown.text}
    </div>
  )
}

/** `left` and `top` in pixels. `translate` moves the tooltip by its own size, which is not known before it is shown. */
interface TooltipPosition {
  left: number
  top: number
  translate: string
}

const GAP = 6
/** The space that a tooltip of two lines needs below its host, in pixels. */
const ROOM = 56

/**
 * A tooltip's position in viewport pixels: below its host and within the window, above if there is no space, or where
 * the line goes on from it.
 */
function placeTooltip(host: HTMLElement): TooltipPosition {
  const box = host.getBoundingClientRect()
  if (host.dataset.tooltipSide === 'end') {
    const top = box.top + box.height / 2
    if (document.dir === 'rtl') return { left: 0, top, translate: `calc(${box.left - GAP}px - 100%) -50%` }
    return { left: box.right + GAP, top, translate: '0 -50%' }
  }
  const middle = box.left + box.width / 2
  // Without the scrollbar's gutter, which `clientWidth` counts while there is no scrollbar.
  const x = `clamp(${GAP}px, ${middle}px - 50%, ${document.documentElement.offsetWidth - GAP}px - 100%)`
  if (box.bottom + ROOM > window.innerHeight) return { left: 0, top: box.top - GAP, translate: `${x} -100%` }
  return { left: 0, top: box.bottom + GAP, translate: x }
}
