import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { CacheSnapshot, WindowVirtualizerHandle } from 'virtua'
import { useHistoryState } from '../../data/cache/history-state.ts'
import {
  changeOf,
  placeInRows,
  type RowPlace,
  type Rows,
  type RowsView,
  rowsInWindow,
  scrollTopOf,
} from './list-place.ts'

/** The height that a row is expected to have that is not a post, in pixels. */
const OTHER_HEIGHT = 48
/**
 * The height that a post is expected to have until it is measured: the page must be tall enough to begin in its midst.
 */
const POST_HEIGHT = 160
const NOT_MEASURED = -1

interface Options {
  keys: readonly string[]
  others: ReadonlyMap<string, ReactNode> | undefined
  /** How many of them are rendered. All, but while a list is rendered for the first time. */
  count: number
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

/** The rows that the virtual list has, and how it takes them. */
interface Layout {
  keys: readonly string[]
  others: ReadonlyMap<string, ReactNode> | undefined
  /** Changes when the virtual list has to be built anew. */
  build: number
  /** Whether the rows that were added or removed last are above what is being read. */
  isFromEnd: boolean
  heights: CacheSnapshot | undefined
  /** Where the list begins when it is built. */
  begin: RowPlace | null
}

/**
 * Where rows are: begins the list at a place, and keeps what is being read in its place while rows come and go. How the
 * virtual list has to take other rows depends on what is on the screen. So they are not rendered at once: the effect of
 * that render says how, before it is painted.
 */
export function useRowPlaces({ keys, others, count, list, handle, known, begin, onView }: Options) {
  const scroll = useHistoryState<number>('scroll')
  const held = useRef<string | null>(null)
  const awaited = useRef<RowPlace | null>(null)
  /** Where the list is led to while its rows get their heights. */
  const target = useRef<RowPlace | null>(null)
  /** What was being read before the last render. */
  const seen = useRef<RowPlace | null>(null)
  const [layout, setLayout] = useState<Layout>(() => {
    const heights = known ? measured(known, keys) : begin ? guess(keys, others) : undefined
    return { keys, others, build: 0, isFromEnd: false, heights, begin }
  })
  const isTaken = isSame(layout.keys, keys)
  const shown = useMemo(
    () => ({ keys: layout.keys, others: isTaken ? others : layout.others, count }),
    [layout, isTaken, others, count],
  )
  const current = useRef(shown)
  // Not while rendering: rows that are rendered as a transition may be on the screen much later.
  useLayoutEffect(() => {
    current.current = shown
  }, [shown])

  /** Only those that are rendered: the virtual list has no offset for others, and breaks when it is asked for one. */
  const rowsNow = useCallback((): Rows | null => {
    const { keys, count } = current.current
    return list.current && handle.current && count > 0
      ? { keys: keys.slice(0, count), list: list.current, handle: handle.current }
      : null
  }, [list, handle])
  const scrolling = useRef(scroll)
  useLayoutEffect(() => {
    scrolling.current = scroll
  })
  /**
   * Scrolls to the place: before the rows are measured, and again when they are, because the virtualizer keeps the lower
   * edge of a row that changes its height at the top of the window.
   */
  const settle = useCallback((): void => {
    const rows = rowsNow()
    if (!rows || !target.current) return
    const top = scrollTopOf(rows, target.current)
    window.scrollTo(0, top)
    scrolling.current.save(top)
  }, [rowsNow])
  const stopAiming = useRef<() => void>(() => undefined)
  /** Leads to a place until the rows have had the time to get their heights, or the member moves. */
  const aim = useCallback(
    (place: RowPlace | null): void => {
      stopAiming.current()
      target.current = place
      settle()
      const stop = () => {
        target.current = null
        clearTimeout(timer)
        for (const move of MOVES) window.removeEventListener(move, stop)
      }
      const timer = setTimeout(stop, PATIENCE_MS)
      for (const move of MOVES) window.addEventListener(move, stop, { passive: true, once: true })
      stopAiming.current = stop
    },
    [settle],
  )
  const view = useMemo((): RowsView => {
    const isPost = (key: string) => !current.current.others?.has(key)
    return {
      place() {
        const rows = rowsNow()
        return rows && placeInRows(rows, isPost)
      },
      goTo({ key, offset }) {
        const index = current.current.keys.indexOf(key)
        const isRendered = index >= 0 && index < current.current.count
        awaited.current = isRendered ? null : { key, offset }
        if (index < 0 || !list.current) return false
        if (isRendered) aim({ key, offset })
        return true
      },
      visible() {
        const rows = rowsNow()
        return rows ? rowsInWindow(rows).filter(isPost) : []
      },
      hold(key) {
        held.current = key
      },
      release() {
        awaited.current = null
        target.current = null
      },
    }
  }, [rowsNow, aim, list])

  useLayoutEffect(() => {
    if (isTaken) return
    const change = changeOf(layout.keys, keys, held.current ?? seen.current?.key ?? null)
    held.current = null
    const rows = rowsNow()
    if (change !== 'new' || !rows) return setLayout({ ...layout, keys, others, isFromEnd: change === 'end' })
    const heights = measured({ keys: layout.keys, heights: rows.handle.cache }, keys)
    setLayout({ keys, others, build: layout.build + 1, isFromEnd: false, heights, begin: seen.current })
  }, [isTaken, layout, keys, others, rowsNow])

  const start = useEffectEvent((build: number) => {
    if (onView && build === 0 && !begin && scroll.saved === undefined) window.scrollTo(0, 0)
    aim(layout.begin)
  })
  const { build } = layout
  useLayoutEffect(() => {
    start(build)
    return () => stopAiming.current()
  }, [build])

  useLayoutEffect(() => {
    const place = awaited.current
    if (place && shown.keys.slice(0, shown.count).includes(place.key)) view.goTo(place)
  }, [shown, view])
  const tell = useEffectEvent((next: RowsView | null) => onView?.(next))
  useLayoutEffect(() => {
    tell(view)
    return () => tell(null)
  }, [view])

  return {
    keys: shown.keys,
    others: shown.others,
    build,
    isFromEnd: layout.isFromEnd,
    heights: layout.heights,
    settle,
    /** The index of the post that is seen first. */
    first: build === 0 && begin ? Math.max(0, layout.keys.indexOf(begin.key)) : 0,
    /** To be called right before other rows change the page: what is above them may change with them. */
    before() {
      if (!isTaken) seen.current = view.place()
    },
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === other.length && one.every((key, index) => key === other[index]))
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
