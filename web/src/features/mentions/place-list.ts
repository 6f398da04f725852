/** Between the line and the list, in pixels. */
const GAP = 6
const MAX_WIDTH = 320
const MAX_HEIGHT = 304
/** With less space than this below, the list is above if there is more. */
const ENOUGH = 160

/** Places a list below the line of a character; on a phone below the whole text area; above if there is no space. */
export function placeList(list: HTMLElement, area: HTMLTextAreaElement, offset: number): void {
  const field = area.getBoundingClientRect()
  const line = lineOf(area, offset)
  const isPhone = window.matchMedia('(width < 48rem)').matches
  const [viewTop, viewHeight] = [window.visualViewport?.offsetTop ?? 0, window.visualViewport?.height ?? innerHeight]
  const bottom = isPhone ? field.bottom : line.bottom
  const below = viewTop + viewHeight - bottom - 2 * GAP
  const above = line.top - viewTop - 2 * GAP
  const isAbove = below < ENOUGH && above > below

  const width = isPhone ? field.width : Math.min(MAX_WIDTH, field.width)
  const beside =
    document.dir === 'rtl' ? Math.max(line.left - width, field.left) : Math.min(line.left, field.right - width)
  const left = isPhone ? field.left : beside
  list.style.width = `${width}px`
  list.style.left = `${left}px`
  list.style.maxHeight = `${Math.min(MAX_HEIGHT, Math.max(isAbove ? above : below, ENOUGH))}px`
  list.style.top = `${isAbove ? line.top - GAP - list.offsetHeight : bottom + GAP}px`
}

/** What determines where a text area breaks its lines. */
const COPIED = [
  'box-sizing',
  'border-width',
  'border-style',
  'padding',
  'font',
  'letter-spacing',
  'word-spacing',
  'text-indent',
  'tab-size',
  'direction',
  'overflow-wrap',
  'word-break',
]

/** The line of a character in viewport pixels. Browsers do not tell; a copy of the text in a plain element does. */
function lineOf(area: HTMLTextAreaElement, offset: number): Pick<DOMRect, 'left' | 'top' | 'bottom'> {
  const style = getComputedStyle(area)
  const copy = document.createElement('div')
  for (const name of COPIED) copy.style.setProperty(name, style.getPropertyValue(name))
  Object.assign(copy.style, {
    position: 'absolute',
    top: '0',
    left: '0',
    width: `${area.offsetWidth}px`,
    whiteSpace: 'pre-wrap',
    unicodeBidi: 'plaintext',
    visibility: 'hidden',
  })
  const mark = document.createElement('span')
  mark.textContent = area.value.slice(offset)
  copy.append(area.value.slice(0, offset), mark)
  document.body.append(copy)
  const from = copy.getBoundingClientRect()
  const [first = from] = mark.getClientRects()
  copy.remove()
  const field = area.getBoundingClientRect()
  const [x, y] = [field.left - from.left - area.scrollLeft, field.top - from.top - area.scrollTop]
  return { left: first.left + x, top: first.top + y, bottom: first.bottom + y }
}
