export interface TooltipPosition {
  left: number
  top: number
  translate: string
}

const GAP = 6
/** The space that a one-line tooltip needs below its host, and half the width of a usual one, in pixels. */
const ROOM = 40
const HALF_WIDTH = 60

/** A tooltip's position in viewport pixels: below its host, above if there is no space, or to its right. */
export function placeTooltip(host: HTMLElement): TooltipPosition {
  const box = host.getBoundingClientRect()
  if (host.dataset.tooltipSide === 'right') {
    return { left: box.right + GAP, top: box.top + box.height / 2, translate: '0 -50%' }
  }
  const middle = box.left + box.width / 2
  const left = Math.min(Math.max(middle, HALF_WIDTH), document.documentElement.clientWidth - HALF_WIDTH)
  if (box.bottom + ROOM > window.innerHeight) return { left, top: box.top - GAP, translate: '-50% -100%' }
  return { left, top: box.bottom + GAP, translate: '-50% 0' }
}
