import type { WindowVirtualizerHandle } from 'virtua'

/** A row, and how many pixels of it are above the reading line. */
export interface RowPlace {
  key: string
  offset: number
}

/** The rows as they are on the screen. */
export interface RowsView {
  /** Null at the top of the list. */
  place: () => RowPlace | null
  /** False if there is no such row. Then, and if it is not rendered yet, it goes there as soon as it is. */
  goTo: (place: RowPlace) => boolean
  /** The posts in the window. */
  visible: () => readonly string[]
  /** Keeps this row where it is when rows are next added or removed. */
  hold: (key: string) => void
  /** Leads to no place any more, say because the page scrolls to its top. */
  release: () => void
}

export interface Rows {
  keys: readonly string[]
  list: HTMLElement
  handle: WindowVirtualizerHandle
}

/** The reading line: the lower edge of the bars that stay at the top of the window, in pixels. */
export function readingLine(list: HTMLElement): number {
  const bar = list.closest('main')?.querySelector<HTMLElement>('[data-bar="top"]')
  return bar ? Number.parseFloat(getComputedStyle(bar).top) + bar.offsetHeight : 0
}

/** The scroll position at which the list's top edge is at the reading line. */
function startOf(list: HTMLElement): number {
  return list.getBoundingClientRect().top + window.scrollY - readingLine(list)
}

/**
 * The index of the row at the reading line, and how far the line is below its top edge. Null at the top of the list.
 */
function rowAtLine({ keys, list, handle }: Rows): { index: number; offset: number } | null {
  const y = window.scrollY - startOf(list)
  if (y <= 0) return null
  let index = Math.min(keys.length - 1, Math.max(0, handle.findItemIndex(window.scrollY + readingLine(list))))
  // The virtualizer learns that the list has moved on the page only when the page is scrolled.
  while (index > 0 && handle.getItemOffset(index) > y) index--
  while (index < keys.length - 1 && handle.getItemOffset(index + 1) <= y) index++
  return { index, offset: y - handle.getItemOffset(index) }
}

/** The first row at or below the reading line that `isPost` accepts. Null at the top of the list. */
export function placeInRows(rows: Rows, isPost: (key: string) => boolean): RowPlace | null {
  const at = rowAtLine(rows)
  if (!at) return null
  for (let index = at.index; index < rows.keys.length; index++) {
    const key = rows.keys[index]
    if (key !== undefined && isPost(key)) return { key, offset: index === at.index ? Math.round(at.offset) : 0 }
  }
  return null
}

export function rowsInWindow(rows: Rows): readonly string[] {
  const { keys, list, handle } = rows
  const start = window.scrollY - startOf(list)
  const end = start + window.innerHeight - readingLine(list)
  return keys.filter((_, index) => {
    const top = handle.getItemOffset(index)
    return top < end && top + handle.getItemSize(index) > start
  })
}

/**
 * The scroll position for a place. The row may be lower than when it was read, say because its comments were open: then
 * its end is at the reading line, and no other row.
 */
export function scrollTopOf({ keys, list, handle }: Rows, { key, offset }: RowPlace): number {
  const index = Math.max(0, keys.indexOf(key))
  const most = Math.max(0, handle.getItemSize(index) - 1)
  return startOf(list) + handle.getItemOffset(index) + Math.min(offset, most)
}

/**
 * How a virtual list has to take its next rows, so that the row at the reading line does not move. It counts rows
 * either from the first one or from the last one. `new`: neither keeps the row in its place, so the list is built anew.
 */
export function changeOf(
  before: readonly string[],
  after: readonly string[],
  anchor: string | null,
): 'start' | 'end' | 'new' {
  if (anchor === null) return 'start'
  const known = new Set(after)
  const from = before.indexOf(anchor)
  // A row that is gone hands over to the next one.
  const key = before.slice(Math.max(0, from)).find((entry) => known.has(entry))
  if (key === undefined) return 'start'
  const [old, next] = [before.indexOf(key), after.indexOf(key)]
  if (old === next) return 'start'
  return before.length - old === after.length - next ? 'end' : 'new'
}
