import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import type { CacheSnapshot, WindowVirtualizerHandle } from 'virtua'
import { useHistoryState } from '../../data/cache/history-state.ts'
import {
  changeOf,
  placeInRows,
  type RowPlace,
  type RowsView,
  readingLine,
  rowsInWindow,
  scrollTopOf,
} from './list-place.ts'

/** The height of a row that is not a post, in pixels. */
const OTHER_HEIGHT = 48
/** The height that a post is expected to have until it is measured: the page must be tall enough to begin in its midst. */
const POST_HEIGHT = 160
const NOT_MEASURED = -1

interface Options {
  keys: readonly string[]
  /** How many of them are rendered. All, but while a list is rendered for the first time. */
  count: number
  others: ReadonlyMap<string, ReactNode> | undefined
  list: RefObject<HTMLElement | null>
  handle: RefObject<WindowVirtualizerHandle | null>
  /** The heights of rows that were shown before. */
  known: Measured | undefined
  begin: RowPlace | null
  onView: ((view: RowsView | null) => void) | undefined
}

export interface Measured {
  keys: readonly string[]
  heights: CacheSnapshot
}

interface Layout {
  keys: readonly string[]
  /** Changes when the virtual list has to be built anew. */
  build: number
  /** Whether the rows that were added or removed last are above what is being read. */
  isFromEnd: boolean
  heights: CacheSnapshot | undefined
  /** Where the list begins when it is built. */
  begin: RowPlace | null
}

/** Where rows are: begins the list at a place, and keeps what is being read in its place while rows come and go. */
export function useRowPlaces({ keys, count, others, list, handle, known, begin, onView }: Options) {
  const scroll = useHistoryState<number>('scroll')
  const held = useRef<string | null>(null)
  const awaited = useRef<RowPlace | null>(null)
  const layout = useRef<Layout>(null)
  layout.current ??= { keys, build: 0, isFromEnd: false, heights: firstHeights(), begin }
  const isPost = (key: string) => !others?.has(key)

  function firstHeights(): CacheSnapshot | undefined {
    if (known) return measured(known, keys)
    return begin ? guess(keys, others) : undefined
  }
  function rowsOf(shown: readonly string[]) {
    return list.current && handle.current ? { keys: shown, list: list.current, handle: handle.current } : null
  }

  if (layout.current.keys !== keys) {
    const { keys: before, build } = layout.current
    const rows = rowsOf(before)
    const place = rows && placeInRows(rows, isPost)
    const change = changeOf(before, keys, held.current ?? place?.key ?? null)
    held.current = null
    layout.current =
      change === 'new' && rows
        ? {
            keys,
            build: build + 1,
            isFromEnd: false,
            heights: measured({ keys: before, heights: rows.handle.cache }, keys),
            begin: place,
          }
        : { ...layout.current, keys, isFromEnd: change === 'end' }
  }
  const { build } = layout.current

  /**
   * Scrolls to where the list begins: before the rows are measured, and again when they are, because the virtualizer
   * keeps the lower edge of a row that changes its height at the top of the window.
   */
  function settle(): void {
    const rows = rowsOf(keys)
    const target = layout.current?.begin
    if (!rows || !target || !layout.current) return
    const top = scrollTopOf(rows, target)
    window.scrollTo(0, top)
    scroll.save(top)
  }

  useLayoutEffect(() => {
    if (onView && build === 0 && !begin && scroll.saved === undefined) window.scrollTo(0, 0)
    settle()
    const stop = () => {
      if (layout.current) layout.current.begin = null
    }
    const timer = setTimeout(stop, PATIENCE_MS)
    for (const move of MOVES) window.addEventListener(move, stop, { passive: true, once: true })
    return () => {
      clearTimeout(timer)
      for (const move of MOVES) window.removeEventListener(move, stop)
    }
  }, [build])

  const current = useRef({ keys, count, isPost })
  // Not while rendering: rows that are rendered as a transition may be on the screen much later.
  useLayoutEffect(() => {
    current.current = { keys, count, isPost }
  })
  const view = useMemo((): RowsView => {
    const rowsNow = () => rowsOf(current.current.keys)
    return {
      place() {
        const rows = rowsNow()
        return rows && placeInRows(rows, current.current.isPost)
      },
      goTo({ key, offset }) {
        const index = current.current.keys.indexOf(key)
        const isRendered = index >= 0 && index < current.current.count
        awaited.current = isRendered ? null : { key, offset }
        if (index < 0 || !list.current) return false
        if (isRendered) handle.current?.scrollToIndex(index, { offset: offset - readingLine(list.current) })
        return true
      },
      visible() {
        const rows = rowsNow()
        return rows ? rowsInWindow(rows).filter(current.current.isPost) : []
      },
      hold(key) {
        held.current = key
      },
      release() {
        awaited.current = null
        if (layout.current) layout.current.begin = null
      },
    }
  }, [])
  useLayoutEffect(() => {
    if (awaited.current && keys.includes(awaited.current.key)) view.goTo(awaited.current)
  }, [keys, count])
  useLayoutEffect(() => {
    onView?.(view)
    return () => onView?.(null)
  }, [])

  return {
    build,
    isFromEnd: layout.current.isFromEnd,
    heights: layout.current.heights,
    settle,
    /** The index of the post that is seen first. */
    first: layout.current.build === 0 && begin ? Math.max(0, keys.indexOf(begin.key)) : 0,
  }
}

/** How long the rows may take to get their heights, in milliseconds. */
const PATIENCE_MS = 3_000
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

function guess(keys: readonly string[], others: Options['others']): CacheSnapshot {
  const heights = keys.map((key) => (others?.has(key) ? OTHER_HEIGHT : NOT_MEASURED))
  return [heights, POST_HEIGHT] as unknown as CacheSnapshot
}

/** The heights of those rows that were measured, for a list with other rows. */
function measured({ keys, heights: snapshot }: Measured, next: readonly string[]): CacheSnapshot {
  const [heights, height] = snapshot as unknown as [number[], number]
  const known = new Map(keys.map((key, index) => [key, heights[index] ?? NOT_MEASURED]))
  return [next.map((key) => known.get(key) ?? NOT_MEASURED), height] as unknown as CacheSnapshot
}
